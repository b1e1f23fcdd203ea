# Two commands do everything on a fresh machine: make run, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WORKERS ?= 5 # for two cores: three lanes of live tables mostly wait (tests/conftest.py)
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NO_READERS := Real card readers will not work here: python-evdev was not built. On Debian: \
  apt-get install gcc python3-dev linux-libc-dev, then make clean.

# $(call has,PROGRAM:PACKAGE+PACKAGE …): fetched where we may, else what is skipped is said.
has = for one in $(1); do \
  PATH=$$PATH:/usr/sbin:/sbin:/lib/systemd command -v $${one%%:*} > /dev/null || \
  { test $$(id -u) = 0 && echo "Fetching $${one%%:*} ..." && \
    apt-get install -yqq -o DPkg::Lock::Timeout=300 --no-install-recommends $$(echo $${one\#\#*:} | tr + ' ') > /dev/null 2>&1; } || \
  echo "$${one%%:*} is missing, what needs it is skipped. On Debian: apt-get install $$(echo $${one\#\#*:} | tr + ' ')"; done

ROOMS  := firmware drivers ui stations center_screen desks console commands lab
# A run starts some hundred interpreters: what one compiled, the next need not.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test check soak fuzz mutants lab image appliance bench clean
.DELETE_ON_ERROR:

run: $(VENV)/.run
	@echo "The table starts: its programs answer in some seconds ..."
	@$(BIN)/stormdeck simulate $(if $(GAME),--game $(GAME)) $(if $(HOUSE),--house $(HOUSE)) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

# While types are checked on one core, pytest compiles its tests on the other: once, not in each worker.
test: $(VENV)/.test
	@$(call has,chromium-headless-shell:chromium-headless-shell+fonts-liberation systemd-analyze:systemd sshd:openssh-server promtool:prometheus tmux:tmux swtpm:swtpm+tpm2-tools)
	@$(BIN)/python -m compileall -q -j 0 $(ROOMS)
	@$(BIN)/python -m pytest --collect-only -qq > $(VENV)/collect.log 2>&1 & $(MAKE) --no-print-directory check && wait
	@$(BIN)/python -m pytest -n $(WORKERS)

check: $(VENV)/.test
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy $(ROOMS)
	@$(BIN)/lint-imports --no-cache > $(VENV)/lint-imports.log 2>&1 || { cat $(VENV)/lint-imports.log; exit 1; }
	@$(BIN)/python -m lab.judges.secret_scan

soak: $(VENV)/.test
	@$(call has,dieharder:dieharder patroni:patroni+etcd-server+postgresql+iproute2)
	@HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -n $(WORKERS) -m soak

fuzz: $(VENV)/.fuzz
	@$(BIN)/stormdeck fuzz --minutes 60

mutants: $(VENV)/.mutants
	@nice -n 19 $(BIN)/stormdeck mutants $(ROOM) $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(if $(QUICK),--quick)

lab: image
	@$(call has,qemu-system-x86_64:qemu-system-x86+ovmf systemctl:systemd udevadm:udev depmod:kmod busybox:busybox-static \
	  linux.uml:user-mode-linux ip:iproute2 zstd:zstd swtpm:swtpm)
	@$(BIN)/stormdeck lab

appliance: image
	@$(call has,qemu-system-x86_64:qemu-system-x86+ovmf swtpm:swtpm)
	@nice -n 19 $(BIN)/stormdeck lab image

image: $(VENV)/.run
	@$(call has,mmdebstrap:mmdebstrap mksquashfs:squashfs-tools veritysetup:cryptsetup-bin mcopy:mtools \
	  mkfs.vfat:dosfstools sfdisk:fdisk mke2fs:e2fsprogs grub-mkimage:grub-common+grub-efi-amd64-bin rauc:rauc)
	@nice -n 19 sh image/build.sh build/image

bench: $(VENV)/.bench
	@$(BIN)/stormdeck bench --plot build/bench.png

clean:
	rm -rf $(VENV) build *.egg-info lab/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Each stamp stands for one set of packages: the table's, and the lab's beside it. It is made anew
# when a pyproject.toml changes.
$(VENV)/.run:   extras =
$(VENV)/.test:  extras = [test]
$(VENV)/.bench: extras = [bench]
$(VENV)/.fuzz: extras = [fuzz]
$(VENV)/.mutants: extras = [mutants]
$(VENV)/.run $(VENV)/.test $(VENV)/.bench $(VENV)/.fuzz $(VENV)/.mutants: pyproject.toml lab/pyproject.toml | $(VENV)/bin/python
	@echo "Packages for stormdeck and its lab$(extras), into $(VENV): a minute or two the first time ..."
	@$(PIP) -e . -e "lab$(extras)"
	@$(BIN)/python -c 'import evdev' 2>/dev/null || $(PIP) -e ".[readers]" 2>/dev/null || \
	  $(PIP) -e ".[readers-built]" 2>/dev/null || echo "$(NO_READERS)"
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Stormdeck needs Python 3.11 or newer. Install it, or name it: make PYTHON=python3.12 ..."; exit 1; }
	@echo "A Python environment in $(VENV), for this folder only: some seconds ..."
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python cannot make a virtual environment here. On Debian: apt-get install python3-venv"; exit 1; }

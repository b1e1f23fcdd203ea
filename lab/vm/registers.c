/* For Linux for user mode on a processor with wide registers (AMX). It has no room for those, and
 * the kernel under it takes a process's registers back all together or not at all: its first process
 * ends at once. Here they are given back as they are before anybody uses them, and nothing in the
 * image does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

enum { WIDEST = 1 << 16, IN_USE_AT = 512, KNOWN = (1 << 10) - 1 };

typedef long Ptrace(int request, ...);
static Ptrace *kernels;
static char whole[WIDEST] __attribute__((aligned(64)));

static size_t size_of_all(int pid) {
  static size_t size;
  struct iovec all = {whole, WIDEST};
  if (!size && kernels(PTRACE_GETREGSET, pid, (void *)NT_X86_XSTATE, &all) == 0) size = all.iov_len;
  return size;
}

static long give_back(int pid, struct iovec *known) {
  struct iovec all = {whole, size_of_all(pid)};
  uint64_t in_use;
  if (all.iov_len <= known->iov_len)
    return kernels(PTRACE_SETREGSET, pid, (void *)NT_X86_XSTATE, known);
  memset(whole, 0, all.iov_len);
  memcpy(whole, known->iov_base, known->iov_len);
  memcpy(&in_use, whole + IN_USE_AT, sizeof in_use);
  in_use &= KNOWN;
  memcpy(whole + IN_USE_AT, &in_use, sizeof in_use);
  return kernels(PTRACE_SETREGSET, pid, (void *)NT_X86_XSTATE, &all);
}

long ptrace(enum __ptrace_request request, ...) {
  va_list words;
  va_start(words, request);
  int pid = va_arg(words, int);
  void *what = va_arg(words, void *), *data = va_arg(words, void *);
  va_end(words);
  if (!kernels) kernels = (Ptrace *)dlsym(RTLD_NEXT, "ptrace");
  if (request == PTRACE_SETREGSET && what == (void *)NT_X86_XSTATE) return give_back(pid, data);
  return kernels(request, pid, what, data);
}

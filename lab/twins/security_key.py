"""A security key in software: it answers a WebAuthn question as a browser hands the answer on."""

import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    RegistrationResponse,
)

_TOUCHED, _WITH_KEY = AuthenticatorData.FLAG.UP, AuthenticatorData.FLAG.AT


class SecurityKey:
    def __init__(self, host: str) -> None:
        self.host, self.origin = host, f"https://{host}"
        self.id, self.uses = os.urandom(32), 0
        self._secret = ec.generate_private_key(ec.SECP256R1())

    def register(self, options: Mapping[str, Any]) -> dict[str, Any]:
        public = ES256.from_cryptography_key(self._secret.public_key())  # type: ignore[no-untyped-call]
        data = AttestedCredentialData.create(bytes(16), self.id, public)
        seen = self._data(_TOUCHED | _WITH_KEY, bytes(data))
        answer = AuthenticatorAttestationResponse(
            client_data=self._said("webauthn.create", options),
            attestation_object=AttestationObject.create("none", seen, {}),
        )
        return dict(RegistrationResponse(raw_id=self.id, response=answer))

    def touch(self, options: Mapping[str, Any]) -> dict[str, Any]:
        self.uses += 1
        said, seen = self._said("webauthn.get", options), self._data(_TOUCHED)
        signature = self._secret.sign(bytes(seen) + said.hash, ec.ECDSA(hashes.SHA256()))
        answer = AuthenticatorAssertionResponse(
            client_data=said, authenticator_data=seen, signature=signature
        )
        return dict(AuthenticationResponse(raw_id=self.id, response=answer))

    def _data(self, flags: AuthenticatorData.FLAG, key: bytes = b"") -> AuthenticatorData:
        host = sha256(self.host.encode()).digest()
        made: AuthenticatorData = AuthenticatorData.create(host, flags, self.uses, key)
        return made

    def _said(self, kind: str, options: Mapping[str, Any]) -> CollectedClientData:
        challenge = options["publicKey"]["challenge"]
        return CollectedClientData.create(kind, challenge, self.origin)

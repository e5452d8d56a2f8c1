import type { AddressKey, AddressKeyStore } from "../../../contracts/auth/address_keys.ts";
import { ADDRESS_KEY_RECORD } from "../../../contracts/auth/address_key_records.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { addressKeyKey, addressKeyOfKey, addressKeysOfKey, addressKeyStampKey } from "./keys.ts";
import { createOwnedSecrets, type OwnedSecretsDeps } from "./owned_secrets.ts";

export function createAddressKeyStore(deps: OwnedSecretsDeps): AddressKeyStore {
  const { ofOwner, ...secrets } = createOwnedSecrets<PersonId | null, AddressKey>(deps, {
    shape: ADDRESS_KEY_RECORD,
    row: addressKeyKey,
    list: addressKeysOfKey,
    listed: addressKeyOfKey,
    stamp: addressKeyStampKey,
    ownerOf: ({ maker }) => maker,
  });
  return { ...secrets, ofMaker: ofOwner };
}

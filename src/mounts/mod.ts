/** From an address and a viewer to a mount: one commit of one repository, or one "not found". */

export { type AllowList, parseAllowList } from "./allow_list.ts";
export { createMounts, type Mounts, type MountsDeps } from "./create_mounts.ts";
export { createTrustRegister, type TrustedAddress, type TrustRegister } from "./create_trust_register.ts";
export { type PastedAddress, pastedAddress, type PastePlaces } from "./pasted_address.ts";
export { repositoryAddress } from "./repository_address.ts";

export { default as spdxLicences } from "npm:spdx-license-list@6.12.0/full.js";

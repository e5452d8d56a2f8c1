/** The settings of a deployment, and the only reader of the environment. */

export type {
  AuthorizationConfig,
  Config,
  ConfigProblem,
  KvConfig,
  LocalConfig,
  LogLevel,
  Mode,
} from "./config.ts";
export { readConfig } from "./read_config.ts";
export { readEnvironment, readJob, readKey } from "./read_environment.ts";
export { SETTINGS } from "./settings.ts";

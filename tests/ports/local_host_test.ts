import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { manualClock } from "../support/manual_clock.ts";
import { gitHostSuite } from "./git_host_suite.ts";

gitHostSuite("the local host on a checkout", ({ directory }) => serve(directory));
gitHostSuite("the local host on a bare repository", ({ gitDir }) => serve(gitDir));

function serve(directory: string) {
  const clock = manualClock();
  const host = createLocalHost({
    directories: new Map([["acme/library", directory]]),
    root: null,
    verified: true,
    git: createGitRunner({ clock }),
    clock,
  });
  return { host, owner: "acme", name: "library" };
}

import type { Stats } from "../../library/mod.ts";
import { type CommandResult, done } from "../command_result.ts";
import { countText } from "../count_text.ts";

export interface StatsCommandDeps {
  readonly stats: Pick<Stats, "recount">;
}

/** `admin stats recount` */
export async function runStatsCommand({ stats }: StatsCommandDeps): Promise<CommandResult> {
  const { skills, mended } = await stats.recount();
  return done(
    `Counted the installs and ratings of ${countText(skills, "skill")}; those of ${mended} were others`,
  );
}

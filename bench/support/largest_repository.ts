/** The clone in `directory` with most files named SKILL.md; the example library where none is given. */
export async function largestRepository(directory: string | undefined): Promise<string> {
  let largest = { path: "fixtures/examples/library", skills: 0 };
  if (directory === undefined) return largest.path;
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    if (!isDirectory) continue;
    const path = `${directory}/${name}`;
    const skills = await countSkills(path);
    if (skills > largest.skills) largest = { path, skills };
  }
  return largest.path;
}

async function countSkills(directory: string): Promise<number> {
  let count = 0;
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    if (name === "SKILL.md") count++;
    if (isDirectory && name !== ".git" && name !== "node_modules") {
      count += await countSkills(`${directory}/${name}`);
    }
  }
  return count;
}

/** A repository that tries everything a page could fall for. Its marker must never be markup. */
export const MARKER = "HOSTILE-MARKER";

const SCRIPT = `<script>document.title = "${MARKER}"</script>`;

const SKILL = `---
name: bait
description: "Sends <img src=x onerror=alert('${MARKER}')> and </title><script>alert(1)</script> everywhere."
license: MIT
compatibility: "<b>${MARKER}</b>"
metadata:
  "<i>key</i>": "<svg onload=alert(1)>"
---
# Heading <img src=x onerror=alert(1)>

${SCRIPT}

<iframe src="https://evil.example/"></iframe>
<style>body { display: none }</style>
<div onclick="alert(1)" style="position:fixed;inset:0">cover</div>
<!-- hidden instructions -->

[script](javascript:alert(1)) [cased](JaVaScRiPt:alert(1)) [entity](&#106;avascript:alert(1))
[spaced]( javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) [vb](vbscript:x)
[file](file:///etc/passwd) [blob](blob:https://evil.example/x) [two](//evil.example/x) [back](/\\\\evil.example)
[up](../../../../../etc/passwd) [quoted](x.md" onmouseover="alert(1)) <javascript:alert(1)>

![outside](https://evil.example/pixel.png) ![data](data:image/svg+xml,<svg/onload=alert(1)>)
![own](art.svg "title\\" onerror=alert(1)") ![attribute](x.png" onerror="alert(1))

| a | b |
|:-:|--:|
| <img src=x onerror=alert(1)> | ${SCRIPT} |

\`\`\`"><script>alert(1)</script>
</code></pre>${SCRIPT}
\`\`\`

\`\`\`html
${SCRIPT}
\`\`\`

## main
## body
## constructor

Hidden: a\u202Eb\u2066c\u200Bd \u{E0041}\u{E0042}\u{E0043}\u{E0044}\u{E0045}.

<http://ok.example/"onmouseover="alert(1)>
`;

export const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  "evil/repo/README.md": `# ${SCRIPT}\n\n</p>${SCRIPT}\n`,
  "evil/repo/SKILLCDN.md":
    `---\nname: "<script>alert(1)</script>"\ndescription: "<img src=x onerror=alert(1)>"\nexclude:\n  - secret\n---\n# main\n\nRules ${SCRIPT}\n`,
  "evil/repo/skills/bait/SKILL.md": SKILL,
  "evil/repo/skills/bait/art.svg":
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert("${MARKER}")</script></svg>`,
  "evil/repo/skills/bait/page.html": `<!doctype html>${SCRIPT}`,
  'evil/repo/skills/bait/"><img src=x onerror=alert(1)>.md': "# named\n",
  "evil/repo/skills/bait/a&amp;b'.txt": `${SCRIPT}\n`,
  "evil/repo/skills/bait/deep.md": Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth * 2)}- x`)
    .join("\n"),
  "evil/repo/skills/bait/quotes.md": `${">".repeat(60_000)}\n`,
  "evil/repo/skills/bait/table.md": `${"|a".repeat(400)}\n${"|-".repeat(400)}\n${
    `${"|".repeat(400)}\n`.repeat(400)
  }`,
  "evil/repo/skills/bait/long.md": `${"[".repeat(90_000)}\n`,
  "evil/repo/skills/bait/lines.md": "a\n".repeat(40_000),
  "evil/repo/skills/bait/wide.js": `const x = "${"\\".repeat(40_000)}";\n`,
  "evil/repo/skills/bait/picture.png": new Uint8Array([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    0,
    0xff,
  ]),
  "evil/repo/skills/bait/bytes.bin": new Uint8Array([0, 0xff, 0xfe]),
  "evil/repo/skills/broken/SKILL.md": `${SCRIPT}\n`,
  "evil/repo/secret/SKILL.md": `---\nname: secret\ndescription: ${MARKER}-SECRET\n---\n${MARKER}-SECRET\n`,
};

import type { GithubRepository } from "./github_api_server.ts";

const API = "https://api.github.com";
const WEB = "https://github.com";

/** What lies below a repository's own resource, by the name of its link without `_url`. */
const OF_REPOSITORY = {
  archive: "/{archive_format}{/ref}",
  assignees: "/assignees{/user}",
  blobs: "/git/blobs{/sha}",
  branches: "/branches{/branch}",
  collaborators: "/collaborators{/collaborator}",
  comments: "/comments{/number}",
  commits: "/commits{/sha}",
  compare: "/compare/{base}...{head}",
  contents: "/contents/{+path}",
  contributors: "/contributors",
  deployments: "/deployments",
  downloads: "/downloads",
  events: "/events",
  forks: "/forks",
  git_commits: "/git/commits{/sha}",
  git_refs: "/git/refs{/sha}",
  git_tags: "/git/tags{/sha}",
  hooks: "/hooks",
  issue_comment: "/issues/comments{/number}",
  issue_events: "/issues/events{/number}",
  issues: "/issues{/number}",
  keys: "/keys{/key_id}",
  labels: "/labels{/name}",
  languages: "/languages",
  merges: "/merges",
  milestones: "/milestones{/number}",
  notifications: "/notifications{?since,all,participating}",
  pulls: "/pulls{/number}",
  releases: "/releases{/id}",
  stargazers: "/stargazers",
  statuses: "/statuses/{sha}",
  subscribers: "/subscribers",
  subscription: "/subscription",
  tags: "/tags",
  teams: "/teams",
  trees: "/git/trees{/sha}",
};

const OF_OWNER = {
  events: "/events{/privacy}",
  followers: "/followers",
  following: "/following{/other_user}",
  gists: "/gists{/gist_id}",
  organizations: "/orgs",
  received_events: "/received_events",
  repos: "/repos",
  starred: "/starred{/owner}{/repo}",
  subscriptions: "/subscriptions",
};

/** What GitHub's REST API says of a repository, every field that its description requires. */
export function githubRepositoryBody(
  { id, owner, name, description = null, private: isPrivate = false, picture }: GithubRepository,
) {
  const path = `${owner}/${name}`;
  const url = `${API}/repos/${path}`;
  const time = "2029-12-31T00:00:00Z";
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: path,
    private: isPrivate,
    visibility: isPrivate ? "private" : "public",
    owner: ownerBody(owner, picture ?? `https://avatars.githubusercontent.com/u/1?v=4`),
    description,
    url,
    html_url: `${WEB}/${path}`,
    clone_url: `${WEB}/${path}.git`,
    git_url: `git://github.com/${path}.git`,
    ssh_url: `git@github.com:${path}.git`,
    svn_url: `${WEB}/${path}`,
    mirror_url: null,
    homepage: null,
    ...links(url, OF_REPOSITORY),
    fork: false,
    archived: false,
    disabled: false,
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    default_branch: "main",
    language: null,
    license: null,
    size: 1,
    forks: 0,
    forks_count: 0,
    network_count: 0,
    open_issues: 0,
    open_issues_count: 0,
    stargazers_count: 0,
    subscribers_count: 0,
    watchers: 0,
    watchers_count: 0,
    created_at: time,
    pushed_at: time,
    updated_at: time,
  };
}

function ownerBody(login: string, picture: string) {
  const url = `${API}/users/${login}`;
  return {
    login,
    id: 1,
    node_id: "O_1",
    type: "Organization",
    site_admin: false,
    avatar_url: picture,
    gravatar_id: "",
    url,
    html_url: `${WEB}/${login}`,
    ...links(url, OF_OWNER),
  };
}

function links(base: string, paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [`${name}_url`, base + path]));
}

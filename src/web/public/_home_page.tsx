import type { Failure } from "../../../contracts/errors.ts";
import { AddressForm } from "../kit/address_form.tsx";
import { ConnectPanel } from "../kit/connect_panel.tsx";
import { type Frame, renderPage, SITE } from "../kit/layout.tsx";

interface HomePageContent {
  readonly typed: string;
  readonly error: Failure | null;
  /** Addresses to try, with their leading `/`. */
  readonly examples: readonly string[];
}

const DESCRIPTION =
  "Turns a git repository of agent skills into an MCP server. The path of a URL is the address: nothing to install, nothing to register.";

/** What it is in one breath, the box, and something to try. */
export function homePage(frame: Frame, { typed, error, examples }: HomePageContent): string {
  const [example] = examples;
  return renderPage({
    ...frame,
    title: error === null ? SITE : "Cannot open that address",
    description: DESCRIPTION,
    canonical: "/",
    index: error === null,
    children: (
      <div class="home">
        <div class="opening">
          <section class="hero" aria-labelledby="what">
            <h1 id="what">
              A repository of skills, <em>mounted</em> for every agent.
            </h1>
            <p class="lead">
              skillmount turns a git repository of agent skills into an MCP server. The path of a URL is the
              address: nothing to install, nothing to register, always the commit you name.
            </p>
            <AddressForm
              typed={typed}
              error={error}
              placeholder={example === undefined ? "https://github.com/owner/repository" : example}
            />
            {examples.length > 0 && (
              <div class="examples">
                <h2>Try one</h2>
                <ul role="list">
                  {examples.map((address) => (
                    <li>
                      <a class="chip" href={address}>{address}</a>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </section>
          {example !== undefined && (
            <ConnectPanel frame={frame} address={example} title="Connect to the example" />
          )}
        </div>
        <section class="anatomy" aria-labelledby="anatomy">
          <h2 id="anatomy">How to read an address</h2>
          <p class="anatomy-line" aria-hidden="true">
            <span class="part-host">/gh</span>
            <span class="part-owner">/acme</span>
            <span class="part-repo">/library</span>
            <span class="part-ref">@v1.2</span>
            <span class="part-path">/marketing</span>
          </p>
          <dl>
            <div>
              <dt>
                <span class="part-host">/gh</span>
              </dt>
              <dd>
                The git host. <code>gh</code> is GitHub.
              </dd>
            </div>
            <div>
              <dt>
                <span class="part-owner">/acme</span>
                <span class="part-repo">/library</span>
              </dt>
              <dd>Owner and repository.</dd>
            </div>
            <div>
              <dt>
                <span class="part-ref">@v1.2</span>
              </dt>
              <dd>A branch, a tag or a commit. Without it, the default branch.</dd>
            </div>
            <div>
              <dt>
                <span class="part-path">/marketing</span>
              </dt>
              <dd>A folder, when an agent should see only that.</dd>
            </div>
          </dl>
        </section>
        <section class="gains" aria-labelledby="gains">
          <h2 id="gains">What an agent gets</h2>
          <ul role="list">
            <li>
              <h3>Only what it needs</h3>
              <p>
                It browses, searches and loads one skill at a time, with the house rules that apply to it.
              </p>
            </li>
            <li>
              <h3>Exactly what was committed</h3>
              <p>Every answer names its commit. Pin one in the address and it never moves.</p>
            </li>
            <li>
              <h3>Nothing that runs</h3>
              <p>A repository is read, never executed. Licences and origins are shown with every skill.</p>
            </li>
          </ul>
        </section>
      </div>
    ),
  });
}

import type { RequestListener } from 'node:http';

/** A small site in a good version and in several with one planted bug each, and what a user would have tested on it. */
export interface Site {
  readonly name: string;
  /** What the report should call the tested feature, where that is beyond doubt. */
  readonly feature?: RegExp;
  /** How the sentences are put together: one after the other by default. */
  readonly layout?: 'numbered' | 'lines';
  /** One for each step. */
  sentences(url: string): string[];
  /** The address that the run is submitted with, for sentences with paths only. */
  targetUrl?(url: string): string;
  readonly bugs: ReadonlyArray<PlantedBug>;
  /** A new instance with a state of its own; `bug` is the name of one of the bugs. */
  serve(bug: string | null): RequestListener;
}

export interface PlantedBug {
  readonly name: string;
  /** What an issue must say, its texts taken as one line: it names the bug by what was expected and what was there. */
  readonly issue: RegExp;
  /** Where the bug calls for other sentences than its site. */
  sentences?(url: string): string[];
}

export interface ServedSite {
  readonly url: string;
  close(): Promise<void>;
}

export declare const sites: readonly Site[];

export declare function serveSite(site: Site, bug?: string | null): Promise<ServedSite>;

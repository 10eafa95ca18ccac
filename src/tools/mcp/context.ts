import type { GantryClient } from '../../client/index.ts';
import type { BuildFolders } from './build-folders.ts';

/** The service as it was named when the server was started. */
export interface Connection {
  client: GantryClient;
  /** The id of the project, for calls whose path names it. */
  projectId(): Promise<string>;
  /** Undefined where none was named and the service is to decide. */
  namedProjectId(): Promise<string | undefined>;
}

/** What the tools work on. */
export interface ToolContext extends Connection {
  builds: BuildFolders;
}

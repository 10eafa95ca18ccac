import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

type WithDefault<T> = ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date, Date>;

export interface Tables {
  projects: {
    id: string;
    name: string;
    webhook_url: string | null;
    target_url: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: WithDefault<Date | null>;
  };
  api_keys: {
    public_id: string;
    secret_hash: Buffer;
    kind: 'admin' | 'project';
    project_id: string | null;
    name: string | null;
    created_at: Generated<Date>;
    revoked_at: WithDefault<Date | null>;
  };
  upload_tickets: {
    id: string;
    project_id: string;
    filename: string;
    file_size: number;
    extension: string;
    expires_at: Timestamp;
    confirmed_at: WithDefault<Date | null>;
    swept_at: WithDefault<Date | null>;
  };
  apps: {
    id: string;
    project_id: string;
    platform: 'ios' | 'android';
    upload_filename: string;
    bundle_id: string | null;
    app_version: string | null;
    build_version: string | null;
    file_size: number;
    source: 'api_upload' | 'group_webhook_artifact';
    object_key: string;
    remove_after: number | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
    deleted_at: WithDefault<Date | null>;
    hold_count: WithDefault<number>;
  };
  app_holds: { app_id: string; holder_id: string };
  jobs: {
    id: Generated<number>;
    name: string;
    payload: ColumnType<unknown, string, string>;
    due_at: Generated<Date>;
    attempts: WithDefault<number>;
    claim_token: WithDefault<string | null>;
  };
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;

import type { ColumnType, Generated, Selectable } from 'kysely';

type WithDefault<T> = ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date, Date>;

export interface Tables {
  projects: {
    id: string;
    name: string;
    webhook_url: string | null;
    target_url: string | null;
    description: WithDefault<string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: WithDefault<Date | null>;
    concurrency: WithDefault<number>;
    active_runs: WithDefault<number>;
    allowed_hosts: WithDefault<string[] | null>;
    allowed_receivers: WithDefault<string[] | null>;
  };
  project_variables: {
    project_id: string;
    name: string;
    value: string | null;
    sealed: Buffer | null;
    hosts: WithDefault<string[] | null>;
    updated_at: Generated<Date>;
  };
  environments: {
    id: string;
    project_id: string;
    name: string;
    url: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  signing_secrets: {
    id: string;
    project_id: string;
    secret: Buffer;
    created_at: Generated<Date>;
    retires_at: WithDefault<Date | null>;
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
  sessions: {
    id: string;
    key_id: string;
    secret_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Timestamp;
  };
  sign_in_codes: { code_hash: Buffer; key_id: string; expires_at: Timestamp };
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
    icon_name: WithDefault<string | null>;
    built_for: 'simulator' | 'device' | null;
    architectures: string[] | null;
    app_folder: string | null;
    remove_after: number | null;
    expires_at: Date | null;
    sha256: WithDefault<string | null>;
    created_at: Generated<Date>;
    deleted_at: WithDefault<Date | null>;
    hold_count: WithDefault<number>;
  };
  app_holds: { app_id: string; holder_id: string };
  cloud_uploads: {
    cloud: string;
    account: string;
    sha256: string;
    form: string;
    reference: string;
    uploaded_at: Date;
  };
  runs: {
    id: string;
    project_id: string;
    type: 'chat' | 'test';
    status: WithDefault<'queued' | 'running' | 'completed' | 'failed' | 'cancelled'>;
    platform: 'web' | 'ios' | 'android' | null;
    prompt: string | null;
    target_url: string | null;
    app_id: string | null;
    test_id: string | null;
    batch_id: string | null;
    output: ColumnType<unknown, string | null | undefined, string | null>;
    error_code: WithDefault<string | null>;
    error_message: WithDefault<string | null>;
    webhook_url: string | null;
    webhook_status: 'pending' | 'delivered' | 'failed' | null;
    job_id: WithDefault<number | null>;
    title: WithDefault<string | null>;
    steps: ColumnType<unknown, string | null | undefined, never>;
    waits_for: WithDefault<'import' | 'turn' | null>;
    import_id: WithDefault<string | null>;
    confined_to: WithDefault<string[] | null>;
    result: WithDefault<'PASS' | 'FAILED' | null>;
    feature_name: WithDefault<string | null>;
    worker_id: WithDefault<string | null>;
    device: ColumnType<unknown, string | null | undefined, never>;
    device_name: WithDefault<string | null>;
    device_model: WithDefault<string | null>;
    device_version: WithDefault<string | null>;
    device_session_url: WithDefault<string | null>;
    source: WithDefault<'api' | 'group' | 'webhook' | 'schedule' | 'rerun' | null>;
    input: ColumnType<unknown, string | null | undefined, never>;
    created_at: Generated<Date>;
    started_at: WithDefault<Date | null>;
    completed_at: WithDefault<Date | null>;
  };
  tests: {
    id: string;
    project_id: string;
    title: string;
    description: WithDefault<string | null>;
    platform: 'web' | 'mobile' | 'ios' | 'android';
    enabled: WithDefault<boolean>;
    steps: ColumnType<unknown, string, string>;
    device: ColumnType<unknown, string | null | undefined, string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  groups: {
    id: string;
    project_id: string;
    name: string;
    run_mode: WithDefault<'concurrent' | 'sequential'>;
    device: ColumnType<unknown, string | null | undefined, string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  group_tests: { group_id: string; test_id: string; position: number; enabled: WithDefault<boolean> };
  group_webhooks: {
    id: string;
    group_id: string;
    secret_hash: Buffer;
    enabled: WithDefault<boolean>;
    created_at: Generated<Date>;
  };
  batches: {
    id: string;
    project_id: string;
    group_id: string;
    group_name: string;
    run_mode: 'concurrent' | 'sequential';
    request: ColumnType<unknown, string, never>;
    app_id: string | null;
    import_id: string | null;
    rerun_of: string | null;
    created_at: Generated<Date>;
  };
  imports: {
    id: string;
    project_id: string;
    url: string;
    status: WithDefault<'queued' | 'running' | 'completed' | 'failed'>;
    bytes_read: WithDefault<number>;
    bytes_total: WithDefault<number | null>;
    is_waiting: WithDefault<boolean>;
    created_at: Generated<Date>;
    ended_at: WithDefault<Date | null>;
  };
  baselines: {
    id: string;
    project_id: string;
    test_id: string | null;
    name: string;
    width: number;
    height: number;
    browser: string;
    object_key: string | null;
    file_name: string | null;
    approved_at: Date | null;
    candidate_run_id: string | null;
    candidate_file: string | null;
    difference_file: string | null;
    different_pixels: number | null;
    candidate_at: Date | null;
    created_at: Generated<Date>;
  };
  run_files: { run_id: string; name: string; content_type: string; object_key: string };
  run_screens: { run_id: string; jpeg: Buffer; at: Timestamp };
  deliveries: {
    run_id: string;
    project_id: string;
    url: string;
    body: string;
    attempts: WithDefault<number>;
    next_attempt_at: WithDefault<Date | null>;
    status: WithDefault<'pending' | 'delivered' | 'failed'>;
    receiver: WithDefault<string | null>;
    created_at: Generated<Date>;
  };
  delivery_attempts: {
    run_id: string;
    number: number;
    url: string;
    started_at: Date;
    duration_ms: number;
    waited_ms: number;
    status_code: number | null;
    failure: string | null;
    answer: string | null;
  };
  events: {
    xid: Generated<string>;
    id: Generated<number>;
    project_id: string;
    type: string;
    data: ColumnType<unknown, string, string>;
    at: Generated<Date>;
  };
  idempotency_keys: {
    scope: string;
    route: string;
    key: string;
    body_hash: Buffer;
    result: ColumnType<unknown, string, string>;
    created_at: Generated<Date>;
  };
  workers: {
    id: string;
    name: WithDefault<string>;
    platforms: string[];
    slots: ColumnType<unknown, string | undefined, string>;
    lists_devices: WithDefault<boolean>;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  devices: {
    id: string;
    phone: string;
    name: string;
    kind: string;
    platforms: Array<'ios' | 'android'>;
    version: string | null;
    model: string | null;
    labels: string[];
    is_real: boolean | null;
    worker_id: string;
    seen_at: Generated<Date>;
    claim_token: WithDefault<string | null>;
    run_id: WithDefault<string | null>;
    claimed_until: WithDefault<Date | null>;
    failures: WithDefault<number>;
    rests_until: WithDefault<Date | null>;
    rest_reason: WithDefault<string | null>;
  };
  jobs: {
    id: Generated<number>;
    queue: string;
    name: string;
    payload: ColumnType<unknown, string, string>;
    due_at: Generated<Date>;
    attempts: WithDefault<number>;
    claim_token: WithDefault<string | null>;
  };
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { Sealer } from '../../kernel/sealed.ts';
import type { StagingStore } from '../apps/receive-upload.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { ReceiverGate } from '../deliveries/receiver-gate.ts';
import type { ResultSender } from '../deliveries/send.ts';
import type { Inspector } from '../inspect/inspector.ts';
import type { Authenticate } from '../projects/authenticate.ts';
import type { StepReader } from '../runs/step-reader.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { UrlSigner } from '../storage/signed-url.ts';

/** What the routes are built from; the composition root fills it. */
export interface Parts {
  db: Database;
  store: ObjectStore;
  /** Present when binaries are sent to this service and not to S3. */
  uploads: { staging: StagingStore; signer: UrlSigner } | null;
  inspector: Inspector;
  reader: StepReader;
  authenticate: Authenticate;
  sealer: Sealer;
  outbound: ResultSender;
  gate: ReceiverGate;
  notifications: Notifications;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  publicUrl: () => string;
  /** What addresses of pictures and recordings begin with; the public address where these have no origin of their own. */
  filesUrl: () => string;
  /** Asks the workers to look for data that can be deleted now. */
  requestSweep: () => void;
  /** Whether a language model executes the sentences that the vocabulary does not understand. */
  hasModel: boolean;
  maxUploadBytes: number;
  requestsPerSecond: number;
  trustProxy: boolean;
  /** False while the start has something left to do, though the port is open. */
  isStarted: () => boolean;
  /** False for a worker, which answers only the operational calls. */
  servesApi: boolean;
}

/** What all routes are added to. One type: the checker would compare another, member by member, wherever they meet. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

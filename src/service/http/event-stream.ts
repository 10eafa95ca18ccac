import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import { PublicError } from '../../kernel/errors.ts';
import { createLoader } from '../../kernel/loader.ts';
import type { Log } from '../../kernel/log.ts';
import { within } from '../../kernel/within.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { noAnswer } from '../database/outage.ts';
import { eventsTopic } from '../runs/event.ts';
import {
  type EventCursor,
  type EventPage,
  type EventRead,
  formatCursor,
  isBefore,
  type RunEvent,
  readEvents,
} from '../runs/event-store.ts';

/** All who follow events at this process. Followers of one project share its reads. */
interface EventHub {
  /** The body of the answer. It ends when the follower may no longer follow, when it stops reading, and with the hub. */
  follow(follow: Follow): Readable;
  /** Ends every stream at once; clients resume at another process. */
  close(): Promise<void>;
}

interface Follow {
  projectId: string;
  from: EventCursor;
  /** Where one who has missed nothing would start. */
  latest: EventCursor;
  response: ServerResponse;
  /** Asked again and again, as the stream may outlive the key. */
  isAllowed(): Promise<boolean>;
}

export interface StreamLimits {
  followers: number;
  followersOfProject: number;
  /** How long a follower may leave its buffer full. */
  stalledMs: number;
}

interface Follower extends Follow {
  stream: Readable;
  cursor: EventCursor;
  /** Null while its buffer has room. */
  fullSinceMs: number | null;
  isCatchingUp: boolean;
  isGone: Promise<void>;
}

interface Channel {
  projectId: string;
  /** How far the shared reads have come. A follower that is behind it catches up with reads of its own; the others wait for the next shared one. */
  head: EventCursor;
  followers: Set<Follower>;
  isLooking: boolean;
  isWoken: boolean;
  lookSoon: NodeJS.Timeout | undefined;
  unsubscribe(): void;
}

interface Frame {
  cursor: EventCursor;
  text: string;
}

const defaultLimits: StreamLimits = { followers: 1_000, followersOfProject: 400, stalledMs: 60_000 };
/** Between two looks that no notification has asked for; the other periods are counted in these. */
const tickMs = 1_000;
const ticksPerComment = 15;
const ticksPerKeyCheck = 10;
const heldBackMs = 50;
const lingerMs = 500;
const bufferBytes = 64 * 1024;
const eventsPerPage = 100;
const readersPerStatement = 50;
const readTimeoutMs = 5_000;

export function createEventHub(options: {
  db: Database;
  notifications: Notifications;
  log: Log;
  limits?: StreamLimits;
}): EventHub {
  const { db, notifications, log, limits = defaultLimits } = options;
  const channels = new Map<string, Channel>();
  // A connection that was cut without notice never answers; the next look takes another one.
  const read = (reads: EventRead[]) => within(readTimeoutMs, readEvents(db, reads, eventsPerPage), noAnswer);
  const readShared = createLoader(read, readersPerStatement);
  // Apart from the shared reads: one who has a day to catch up must not delay those who are up to date.
  const readAlone = createLoader(read, readersPerStatement);
  let ticker: NodeJS.Timeout | undefined;
  let ticks = 0;
  let isClosed = false;

  return {
    follow(follow) {
      refuseIfFull(follow.projectId);
      const follower = createFollower(follow, () => void catchUp(follower));
      const channel = channels.get(follow.projectId) ?? openChannel(follow);
      channel.followers.add(follower);
      void follower.isGone.then(() => leave(follower));
      follower.stream.push(
        `retry: 1000\n: events of project ${follow.projectId}\nid: ${formatCursor(follow.from)}\n\n`,
      );
      void catchUp(follower);
      return follower.stream;
    },
    async close() {
      isClosed = true;
      const followers = everyone();
      for (const follower of followers) end(follower);
      await Promise.all(followers.map(({ isGone }) => isGone));
    },
  };

  function refuseIfFull(projectId: string): void {
    if (isClosed) {
      throw new PublicError('Unavailable', 'The service is stopping; follow again shortly.', {
        retryAfterSeconds: 1,
      });
    }
    const ofProject = channels.get(projectId)?.followers.size ?? 0;
    if (ofProject < limits.followersOfProject && everyone().length < limits.followers) return;
    throw new PublicError('RateLimited', 'Too many clients are following events; try again shortly.', {
      retryAfterSeconds: 5,
    });
  }

  function openChannel({ projectId, latest }: Follow): Channel {
    const channel: Channel = {
      projectId,
      head: latest,
      followers: new Set(),
      isLooking: false,
      isWoken: false,
      lookSoon: undefined,
      unsubscribe: notifications.subscribe(eventsTopic(projectId), () => void look(channel)),
    };
    channels.set(projectId, channel);
    ticker ??= setInterval(tick, tickMs);
    return channel;
  }

  /** False when it had left before. */
  function leave(follower: Follower): boolean {
    const channel = channels.get(follower.projectId);
    if (!channel?.followers.delete(follower)) return false;
    if (channel.followers.size === 0) closeChannel(channel);
    return true;
  }

  function closeChannel(channel: Channel): void {
    channel.unsubscribe();
    clearTimeout(channel.lookSoon);
    channels.delete(channel.projectId);
    if (channels.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  /** What its socket does not take in a moment is cut: a client that does not read must not hold up the others. */
  function end(follower: Follower): void {
    if (!leave(follower)) return;
    follower.stream.push(null);
    const cut = setTimeout(() => follower.response.destroy(), lingerMs);
    void follower.isGone.then(() => clearTimeout(cut));
  }

  async function look(channel: Channel): Promise<void> {
    channel.isWoken = true;
    if (channel.isLooking) return;
    channel.isLooking = true;
    try {
      while (channel.isWoken && channel.followers.size > 0) {
        channel.isWoken = false;
        const page = await readShared({ projectId: channel.projectId, after: channel.head });
        channel.isWoken ||= page.isFull;
        share(channel, page);
      }
    } catch (error) {
      log.debug({ err: error }, 'events could not be read and will be looked for again');
    } finally {
      channel.isLooking = false;
    }
  }

  function share(channel: Channel, page: EventPage): void {
    const before = channel.head;
    channel.head = page.upTo;
    const frames = toFrames(channel.projectId, page.events);
    for (const follower of channel.followers) {
      if (!page.projectExists) end(follower);
      else if (follower.fullSinceMs === null && !isBefore(follower.cursor, before))
        feed(follower, frames, page.upTo);
    }
    if (!page.isHeldBack || channel.followers.size === 0) return;
    clearTimeout(channel.lookSoon);
    channel.lookSoon = setTimeout(() => void look(channel), heldBackMs);
  }

  /** Reads by itself until it has caught up with the shared reads. It stays behind while its buffer is full. */
  async function catchUp(follower: Follower): Promise<void> {
    if (follower.isCatchingUp) return;
    follower.isCatchingUp = true;
    try {
      while (isBehind(follower) && follower.fullSinceMs === null) {
        const page = await readAlone({ projectId: follower.projectId, after: follower.cursor });
        if (isBehind(follower)) feed(follower, toFrames(follower.projectId, page.events), page.upTo);
      }
    } catch (error) {
      log.debug({ err: error }, 'events could not be read and will be looked for again');
    } finally {
      follower.isCatchingUp = false;
    }
  }

  function isBehind(follower: Follower): boolean {
    const channel = channels.get(follower.projectId);
    return channel?.followers.has(follower) === true && isBefore(follower.cursor, channel.head);
  }

  function tick(): void {
    ticks += 1;
    for (const channel of channels.values()) void look(channel);
    for (const follower of everyone()) {
      void catchUp(follower);
      if (ticks % ticksPerKeyCheck === 0) void checkKey(follower);
      if (follower.fullSinceMs === null) {
        if (ticks % ticksPerComment === 0) write(follower, ': still here\n\n');
      } else if (performance.now() - follower.fullSinceMs > limits.stalledMs) end(follower);
    }
  }

  async function checkKey(follower: Follower): Promise<void> {
    // When the key can't be checked, as during an outage, the stream stays: it shows nothing then either.
    const isAllowed = await follower.isAllowed().catch(() => true);
    if (!isAllowed) end(follower);
  }

  function everyone(): Follower[] {
    return [...channels.values()].flatMap(({ followers }) => [...followers]);
  }
}

function createFollower(follow: Follow, onRoom: () => void): Follower {
  const follower: Follower = {
    ...follow,
    stream: new Readable({
      highWaterMark: bufferBytes,
      read() {
        follower.fullSinceMs = null;
        onRoom();
      },
    }),
    cursor: follow.from,
    fullSinceMs: null,
    isCatchingUp: false,
    isGone: new Promise((resolve) => finished(follow.response, () => resolve())),
  };
  return follower;
}

function feed(follower: Follower, frames: Frame[], upTo: EventCursor): void {
  const text = frames
    .filter(({ cursor }) => isBefore(follower.cursor, cursor))
    .map((frame) => frame.text)
    .join('');
  if (isBefore(follower.cursor, upTo)) follower.cursor = upTo;
  if (text !== '') write(follower, text);
}

function write(follower: Follower, text: string): void {
  if (!follower.stream.push(text)) follower.fullSinceMs ??= performance.now();
}

function toFrames(projectId: string, events: RunEvent[]): Frame[] {
  return events.map(({ cursor, type, data, at }) => ({
    cursor,
    text: `id: ${formatCursor(cursor)}\nevent: ${type}\ndata: ${JSON.stringify({ ...data, projectId, at })}\n\n`,
  }));
}

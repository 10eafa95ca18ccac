import type { Log } from '../../kernel/log.ts';
import type { AppiumSession } from './session.ts';

export type ScreenRecording = ReturnType<typeof recordScreen>;

const mostBytes = 64 * 1024 * 1024;
/** At that rate the video of the longest time stays below the bound. */
const timeLimitSeconds = 900;
const bitRate = 500_000;
const startMs = 30_000;
const stopMs = 120_000;

/** Both drivers take these by the same command; each knows the options of its own tool, `screenrecord` and `ffmpeg`. */
const options = {
  android: { forceRestart: true, timeLimit: String(timeLimitSeconds), bitRate },
  ios: {
    forceRestart: true,
    timeLimit: String(timeLimitSeconds),
    videoQuality: 'low',
    videoFps: 10,
    // What browsers can play.
    videoType: 'libx264',
    pixelFormat: 'yuv420p',
    videoScale: '-2:720',
  },
};

/**
 * A video of the phone's screen, as far as its driver makes one: a refusal costs nothing but a line in the log. Starts at
 * once. The driver executes commands one after the other, so the first of the run comes after it.
 */
export function recordScreen(session: AppiumSession, log: Log) {
  let isWanted = true;
  const starting = session
    .fetch(
      AbortSignal.timeout(startMs),
      'appium/start_recording_screen',
      { options: options[session.platform] },
      mostBytes,
    )
    .then(
      () => true,
      (error: unknown) => {
        log.info({ err: error }, 'the screen of the phone is not recorded');
        return false;
      },
    );

  async function stop(signal: AbortSignal): Promise<Buffer | null> {
    if (!isWanted) return null;
    isWanted = false;
    if (!(await starting)) return null;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(stopMs)]);
    try {
      const encoded = await session.fetch(inTime, 'appium/stop_recording_screen', {}, (mostBytes * 4) / 3);
      return typeof encoded === 'string' && encoded !== '' ? Buffer.from(encoded, 'base64') : null;
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error }, 'the recording of the phone could not be fetched');
      return null;
    }
  }

  return {
    /** Ends it. Null where there is none. */
    fetch: stop,
    /** Ends it and forgets what was recorded, before something secret is to be seen. */
    drop: async (signal: AbortSignal) => void (await stop(signal)),
  };
}

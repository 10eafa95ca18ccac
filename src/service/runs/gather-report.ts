import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PhoneFileKind, PictureId, RestartableReport, Viewers } from '../../engine/report.ts';
import { PublicError } from '../../kernel/errors.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { Lease } from '../jobs/job.ts';
import { ObjectMissing, type ObjectStore } from '../storage/object-store.ts';
import { findApprovedPicture, insertCandidate } from './baseline-store.ts';
import { emptyOutput, type RunOutput } from './output.ts';
import type { Run } from './run.ts';
import { hasRunFile, insertRunFile, writeProgress, writeRunDevice } from './run-store.ts';

/** What a pilot gathers, kept in memory and stored as it grows. */
export interface GatheredReport extends RestartableReport {
  output(): RunOutput;
  /** Resolves when everything gathered so far is stored, or can't be. */
  written(): Promise<void>;
}

/** A pilot that never ends must not fill the memory either. */
const limits = {
  steps: 1_000,
  sentences: 200,
  issues: 1_000,
  screenshots: 1_000,
  scenes: 1_000,
  proposals: 200,
  hierarchies: 100,
  fileBytes: 32 * 1024 * 1024,
  videoBytes: 64 * 1024 * 1024,
  text: 10_000,
};
const nameLength = 32;

const phoneFiles: Record<PhoneFileKind, { suffix: string; contentType: string }> = {
  video: { suffix: 'mp4', contentType: 'video/mp4' },
  log: { suffix: 'txt', contentType: 'text/plain; charset=utf-8' },
  // Not as XML, which a browser would execute.
  hierarchy: { suffix: 'xml', contentType: 'text/plain; charset=utf-8' },
};

export function gatherReport(options: {
  db: Database;
  store: ObjectStore;
  run: Run;
  lease: Lease;
  viewers: Viewers;
  log: Log;
  onWritten(): void;
  /** The lease is lost: nothing more can be written. */
  onLost(): void;
}): GatheredReport {
  const { db, store, run, lease, viewers, log, onWritten, onLost } = options;
  let output: RunOutput = structuredClone(emptyOutput);
  let scenes = 0;
  let hierarchies = 0;
  let proposals = 0;
  let isDirty = false;
  let writing: Promise<void> | null = null;

  /** One write at a time; what comes meanwhile shares the next. An unreachable database costs progress, not the run. */
  function write(): void {
    isDirty = true;
    writing ??= (async () => {
      while (isDirty) {
        isDirty = false;
        const isOurs = await writeProgress(db, lease, run.id, output).catch(() => null);
        if (isOurs === false) onLost();
        if (isOurs) onWritten();
      }
      writing = null;
    })();
  }

  async function keep(bytes: Buffer, suffix: string, contentType: string): Promise<string> {
    const most = suffix === phoneFiles.video.suffix ? limits.videoBytes : limits.fileBytes;
    if (bytes.length > most) throw new RangeError('too large a file');
    const name = `${randomText(nameLength)}.${suffix}`;
    const objectKey = `runs/${run.project_id}/${run.id}-${name}`;
    if (!(await insertRunFile(db, lease, { runId: run.id, name, contentType, objectKey }))) {
      onLost();
      throw new Error('the lease of the run is lost');
    }
    await store.write(objectKey, Readable.from([bytes]), bytes.length).catch((error: unknown) => {
      const cause = error instanceof PublicError ? error.cause : error;
      log.error({ err: cause, runId: run.id, file: suffix }, 'a file of a run could not be stored');
      throw error;
    });
    // A worker that was frozen before it wrote may have outlived the run and the deletion of its files.
    if (!(await hasRunFile(db, run.id, name))) await store.delete([objectKey]);
    return name;
  }

  async function keepAt(bytes: Buffer, suffix: string, contentType: string): Promise<string> {
    return `/runs/${run.id}/files/${await keep(bytes, suffix, contentType)}`;
  }

  /** Once more where it was replaced between the two: its former bytes go then. */
  async function approvedPicture(
    testId: string,
    picture: PictureId,
    isLastTry = false,
  ): Promise<Buffer | null> {
    const objectKey = await findApprovedPicture(db, testId, picture);
    if (objectKey === null) return null;
    try {
      return await buffer(await store.read(objectKey));
    } catch (error) {
      if (isLastTry || !(error instanceof ObjectMissing)) throw error;
      return approvedPicture(testId, picture, true);
    }
  }

  return {
    viewers,
    output: () => structuredClone(output),
    written: async () => {
      await writing;
    },
    restart() {
      output = structuredClone(emptyOutput);
      write();
    },
    describe({ featureName, description }) {
      if (featureName !== undefined) output.featureName = clip(featureName);
      if (description !== undefined) output.description = clip(description);
    },
    step(step) {
      const { steps } = output;
      const place = placeFor(
        steps,
        limits.steps,
        step.status === 'failed',
        ({ status }) => status !== 'failed',
      );
      if (place === -1) return;
      steps[place] = {
        ...step,
        stepIndex: place,
        title: clip(step.title),
        summary: clipped(step.summary),
        error: clipped(step.error),
        screenshotUrl: clipped(step.screenshotUrl),
        sceneUrl: clipped(step.sceneUrl),
        hierarchyUrl: clipped(step.hierarchyUrl),
        sentences: whole(step.sentences),
      };
      write();
    },
    finding(finding) {
      const { issues } = output;
      const place = placeFor(issues, limits.issues, finding.type === 'issue', ({ type }) => type !== 'issue');
      if (place === -1) return;
      issues[place] = {
        ...finding,
        name: clip(finding.name),
        description: clip(finding.description),
        url: clipped(finding.url),
        expectedBehavior: clipped(finding.expectedBehavior),
        actualBehavior: clipped(finding.actualBehavior),
        screenshotUrl: clipped(finding.screenshotUrl),
        stepsToReproduce: clipped(finding.stepsToReproduce),
      };
      write();
    },
    async screenshot(png) {
      if (output.screenshots.length >= limits.screenshots) throw new RangeError('too many screenshots');
      // A file that is stored only after a restart belongs to nothing any more.
      const { screenshots } = output;
      const address = await keepAt(png, 'png', 'image/png');
      screenshots.push(address);
      write();
      return address;
    },
    async scene(json) {
      if (scenes >= limits.scenes) throw new RangeError('too many scenes');
      scenes += 1;
      return keepAt(json, 'json', 'application/json');
    },
    async baseline(picture) {
      return run.test_id === null ? null : approvedPicture(run.test_id, storable(picture));
    },
    async propose({ picture, png, difference }) {
      if (run.test_id === null) throw new TypeError('only a stored test has pictures to compare with');
      if (proposals >= limits.proposals) throw new RangeError('too many pictures');
      proposals += 1;
      const file = await keep(png, 'png', 'image/png');
      const id = await insertCandidate(db, lease, {
        projectId: run.project_id,
        testId: run.test_id,
        runId: run.id,
        picture: storable(picture),
        file,
        differenceFile: difference && (await keep(difference.png, 'png', 'image/png')),
        differentPixels: difference?.pixels ?? null,
      });
      if (id === null) throw new Error('the picture could not be recorded');
      return id;
    },
    async trace(zip) {
      const current = output;
      current.traceUrl = await keepAt(zip, 'zip', 'application/zip');
      write();
    },
    device({ name, model, version, sessionUrl }) {
      const details = {
        name: clipped(name),
        model: clipped(model),
        version: clipped(version),
        sessionUrl: sessionUrl !== null && /^https?:/i.test(sessionUrl) ? clip(sessionUrl) : null,
      };
      writeRunDevice(db, lease, run.id, details).catch((error: unknown) =>
        log.warn({ err: error, runId: run.id }, 'the phone of a run could not be recorded'),
      );
    },
    async file(kind, bytes) {
      if (kind === 'hierarchy') {
        if (hierarchies >= limits.hierarchies) throw new RangeError('too many hierarchies');
        hierarchies += 1;
      }
      const current = output;
      const { suffix, contentType } = phoneFiles[kind];
      const address = await keepAt(bytes, suffix, contentType);
      if (kind === 'video') current.videoUrl = address;
      if (kind === 'log') current.deviceLogUrl = address;
      write();
      return address;
    },
  };
}

/**
 * Where the next one goes; -1 for nowhere. In a full list what decides against the run takes the place of what does not:
 * otherwise a fault behind the limit would turn into a PASS.
 */
function placeFor<Item>(
  items: Item[],
  limit: number,
  isDecisive: boolean,
  mayGo: (item: Item) => boolean,
): number {
  if (items.length < limit) return items.length;
  return isDecisive ? items.findLastIndex(mayGo) : -1;
}

/** NUL and halves of characters are what the database can't hold: with one of them the run could never end. */
export function clip(text: string): string {
  return text.replaceAll('\0', '').slice(0, limits.text).toWellFormed();
}

/** Some of them would do something else. */
function whole(sentences: string[] | null): string[] | null {
  if (sentences === null || sentences.length > limits.sentences) return null;
  return sentences.every(({ length }) => length <= limits.text) ? sentences.map(clip) : null;
}

function storable(picture: PictureId): PictureId {
  return { ...picture, name: clip(picture.name) };
}

function clipped(text: string | null): string | null {
  return text === null ? null : clip(text);
}

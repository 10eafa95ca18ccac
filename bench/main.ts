import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchConfirm } from './confirm.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchDispatch } from './dispatch.ts';
import { benchExecution } from './execution.ts';
import { benchExpiry } from './expiry.ts';
import { benchGroups } from './groups.ts';
import { benchInitiate } from './initiate.ts';
import { benchIsolation } from './isolation.ts';
import { benchJobs } from './jobs.ts';
import { benchList } from './list.ts';
import { benchMemory } from './memory.ts';
import { benchPut } from './put.ts';
import { benchReading } from './reading.ts';
import { benchReadingLoad } from './reading-load.ts';
import { benchScene } from './scene.ts';
import type { Figure } from './support/figure.ts';
import { type BenchService, startBenchService } from './support/service.ts';
import { benchTool } from './tool.ts';

/** Each figure is a ratio against a baseline in the same run: machines are noisy, and their speed says nothing about Gantry. */
const benches: Record<string, (service: BenchService) => Promise<Figure[]>> = {
  initiate: benchInitiate,
  list: benchList,
  expiry: benchExpiry,
  confirm: benchConfirm,
  jobs: benchJobs,
  dispatch: benchDispatch,
  deliveries: benchDeliveries,
  execution: benchExecution,
  memory: benchMemory,
  isolation: benchIsolation,
  groups: benchGroups,
  dashboard: benchDashboard,
  tool: benchTool,
  'reading-load': benchReadingLoad,
  put: (service) =>
    benchPut(
      {
        pid: service.pid,
        async nextUrl(size) {
          const body = { filename: 'a.apk', fileSize: size };
          const answer = await service.call('POST', `/projects/${service.projectId}/mobile/upload`, body);
          return ((await answer.json()) as { uploadUrl: string }).uploadUrl;
        },
      },
      service.directory,
    ),
};

/** Needs no service. */
const benchesByThemselves: Record<string, () => Promise<Figure[]>> = {
  reading: benchReading,
  scene: benchScene,
};

/** Whose runs are carried out by a script, and on what. */
const scriptedPlatforms: Record<string, string> = { dispatch: 'web', groups: 'web,ios,android' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    out: { type: 'string' },
    dir: { type: 'string', default: '.gantry-bench' },
  },
});
const known = [...Object.keys(benchesByThemselves), ...Object.keys(benches)];
const names = positionals.length > 0 ? positionals : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const name of names) {
  console.error(`${name} …`);
  const byItself = benchesByThemselves[name];
  if (byItself !== undefined) {
    figures.push(...(await byItself()));
    continue;
  }
  const service = await startBenchService(resolve(values.dir), {
    scriptedPlatforms: scriptedPlatforms[name],
  });
  try {
    figures.push(...((await benches[name]?.(service)) ?? []));
  } finally {
    await service.stop();
  }
}
const report = values.json ? JSON.stringify(figures, null, 2) : toTable(figures);
console.log(report);
if (values.out !== undefined) await writeFile(values.out, `${report}\n`);
process.exitCode = figures.every(({ met }) => met) ? 0 : 1;

function toTable(rows: Figure[]): string {
  const lines = rows.map(
    ({ name, value, baseline, ratio, target, met, note }) =>
      `| ${name} | ${value >= 100 ? value.toFixed(0) : value.toFixed(2)} | ${baseline} | ${ratio.toFixed(2)} × | ${target} | ${met ? 'yes' : '**no**'} |${note ? ` ${note} |` : ' |'}`,
  );
  const machine = `${cpus().length} cores, ${process.platform}-${process.arch}, Node ${process.version}`;
  return [
    machine,
    '',
    '| work | figure | baseline | ratio | target | met | notes |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

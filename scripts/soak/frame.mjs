/** What a script takes down at its end or by a signal, the last one first. */
export function createClosers() {
  const closers = [];
  let closing;

  function close() {
    closing ??= (async () => {
      for (const closer of closers.reverse()) await closer();
    })();
    return closing;
  }

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => void close().then(() => process.exit(exitCode)));
  return { closers, close };
}

/** What every soak has: a clock for what it says, and a report with the faults that it found, by which it exits. */
export function createSoak({ json, verdict }) {
  const startedAtMs = performance.now();
  const { closers, close } = createClosers();

  function describe({ faults, ...counts }) {
    for (const [name, count] of Object.entries(counts)) {
      const shown = typeof count === 'object' ? JSON.stringify(count) : count;
      process.stdout.write(`${name.padEnd(20)} ${shown}\n`);
    }
    process.stdout.write(
      faults.length === 0 ? `${verdict}\n` : `Faults:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`,
    );
  }

  return {
    closers,
    say(text) {
      const at = Math.round((performance.now() - startedAtMs) / 1_000);
      process.stderr.write(`${String(at).padStart(4)} s  ${text}\n`);
    },
    async run(work) {
      try {
        const report = await work();
        await close();
        if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        else describe(report);
        process.exitCode = report.faults.length === 0 ? 0 : 1;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

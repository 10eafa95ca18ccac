import { styleText } from 'node:util';

const widest = 100;
const timeWidth = 8;
const labelWidth = 13;

/** Tells the story in lines of at most 100 columns; colours and passing lines only on a terminal. */
export function createNarrator(stream, { isQuiet }) {
  const isTerminal = stream.isTTY === true;
  const width = Math.min(widest, stream.columns ?? widest);
  const isColoured = isTerminal && !process.env.NO_COLOR;
  const styled = (style, text) => (isColoured && text !== '' ? styleText(style, text) : text);
  let isWorking = false;

  function line(text = '') {
    if (isQuiet) return;
    clear();
    stream.write(`${text}\n`);
  }

  function clear() {
    if (isWorking) stream.write('\r\u001b[K');
    isWorking = false;
  }

  /** The time stands at the right; null leaves it out. */
  function timed(mark, indent, text, durationMs, style) {
    const room = width - indent - 2 - timeWidth;
    const time = durationMs === null ? '' : seconds(durationMs).padStart(timeWidth);
    const left = fitted(text, room).padEnd(time === '' ? 0 : room);
    line(`${' '.repeat(indent)}${mark} ${style ? styled(style, left) : left}${styled('dim', time)}`);
  }

  function paragraph(text, indent, style = 'dim') {
    for (const part of wrapped(text, width - indent)) line(`${' '.repeat(indent)}${styled(style, part)}`);
  }

  const ok = styled('green', '✓');
  const bad = styled('red', '✗');

  return {
    title(text) {
      line();
      line(styled('bold', text));
      line();
    },
    heading(text) {
      line();
      line(styled('bold', text));
    },
    /** Something is set up or has happened; `since` is when it began. */
    done(label, text, since) {
      const durationMs = since === undefined ? null : performance.now() - since;
      timed(ok, 0, `${label.padEnd(labelWidth)} ${text}`, durationMs);
    },
    without(label, text) {
      timed(styled('yellow', '–'), 0, `${label.padEnd(labelWidth)} ${text}`, null);
    },
    note: (text) => paragraph(text, 2),
    test(number, title, place) {
      line();
      line(`${styled('bold', `${number}  ${title}`)}  ${styled('dim', place)}`);
    },
    step({ title, status, startedAtMs, completedAtMs }) {
      const mark = status === 'passed' ? ok : status === 'failed' ? bad : styled('yellow', '–');
      timed(mark, 3, title, status === 'skipped' ? null : completedAtMs - startedAtMs);
    },
    issue({ expectedBehavior, actualBehavior }) {
      paragraph(`expected  ${expectedBehavior}`, 5, 'yellow');
      paragraph(`but       ${actualBehavior}`, 5, 'yellow');
    },
    verdict(text, isGood, durationMs) {
      timed(' ', 3, text, durationMs, ['bold', isGood ? 'green' : 'red']);
    },
    link(label, ...targets) {
      line(`  ${label}`);
      for (const target of targets) line(`    ${styled('cyan', target)}`);
    },
    outcome(text, isGood) {
      line();
      line(styled(['bold', isGood ? 'green' : 'red'], text));
    },
    failure(error) {
      line();
      const [first, ...more] = (error?.message ?? String(error)).split('\n');
      for (const part of wrapped(first, width)) line(styled('red', part));
      for (const text of more) paragraph(text.trim(), 2);
    },
    plain: (text) => line(text),
    /** A line that the next one replaces. */
    working(text) {
      if (isQuiet || !isTerminal) return;
      clear();
      stream.write(styled('dim', fitted(`… ${text}`, width - 1)));
      isWorking = true;
    },
    end(text) {
      if (!isQuiet) clear();
      if (text !== '') line(text);
    },
  };
}

function seconds(durationMs) {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

function fitted(text, room) {
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

function wrapped(text, room) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

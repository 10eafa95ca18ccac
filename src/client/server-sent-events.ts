export interface ServerSentEvent {
  /** Of the last event that had one; where a client that reconnects resumes. */
  id: string;
  type: string;
  data: string;
}

interface EventStreamReader {
  /** The events that end within this piece of text. */
  read(text: string): ServerSentEvent[];
  /** The last id that was seen, also without an event. */
  lastId(): string;
  /** How long the server wants us to stay away after a broken connection. */
  retryMs(): number | null;
}

/** The event stream format of the HTML standard, read in pieces of any size. */
export function createEventStreamReader(): EventStreamReader {
  let rest = '';
  let isFirst = true;
  let lastId = '';
  let retryMs: number | null = null;
  let id = '';
  let type = '';
  let data: string[] = [];

  function takeLine(line: string): ServerSentEvent | null {
    if (line === '') return endOfEvent();
    const [field = '', value = ''] = split(line);
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
    return null;
  }

  function endOfEvent(): ServerSentEvent | null {
    lastId = id;
    const event = data.length === 0 ? null : { id, type: type || 'message', data: data.join('\n') };
    type = '';
    data = [];
    return event;
  }

  return {
    read(text) {
      rest += isFirst ? text.replace(/^\uFEFF/, '') : text;
      if (rest !== '') isFirst = false;
      // A CR at the very end may be half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.map(takeLine).filter((event) => event !== null);
    },
    lastId: () => lastId,
    retryMs: () => retryMs,
  };
}

function split(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

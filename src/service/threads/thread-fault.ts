const sentences = {
  closed: 'The threads are closed.',
  'owner-is-full': 'Too many jobs of one owner wait.',
  full: 'Too many jobs wait.',
  late: 'The job took too long.',
  unanswered: 'The job took too long, and waits for an answer.',
  'out-of-memory': 'The job needs too much memory.',
  ended: 'The thread ended.',
  broken: 'The job failed.',
};

/** Why a job was not carried out. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';
  readonly reason: keyof typeof sentences;

  constructor(reason: keyof typeof sentences, cause?: unknown) {
    super(sentences[reason], { cause });
    this.reason = reason;
  }
}

/** Gives what the work gives, or what `late` gives after `maxMs`. Nobody hears any more how the work ends then. */
export async function within<T, Late = T>(
  maxMs: number,
  work: Promise<T>,
  late: () => Late | Promise<Late>,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, maxMs, 'late');
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), timeUp]);
    return first === 'late' ? await late() : first.value;
  } finally {
    clearTimeout(timer);
  }
}

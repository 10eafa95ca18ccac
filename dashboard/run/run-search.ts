/** The state of the page as its address has it. */
interface RunSearch {
  /** The step whose picture is open. */
  step?: number | undefined;
  /** Whether the recording is open. */
  recording?: true | undefined;
}

export function runSearch({ step, recording }: Record<string, unknown>): RunSearch {
  const index = Number(step ?? Number.NaN);
  return {
    ...(Number.isInteger(index) && index >= 0 && { step: index }),
    ...(recording === true && { recording }),
  };
}

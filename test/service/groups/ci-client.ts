export interface ShownRun {
  id: string;
  status: string;
  name?: string | null;
  output?: { featureName?: string | null } | null;
}

/** As a CI client of the hosted product prints a run. */
export const lineOf = ({ id, status, name, output }: ShownRun) =>
  `${output?.featureName ?? name ?? id}: ${status}`;

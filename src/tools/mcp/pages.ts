/** Pages that help an agent to test; the others are for operators. */
export const pageTitles = {
  concepts: 'The nouns of the service',
  steps: 'Every sentence that is understood without a model',
  runs: 'The life of a run, its states and failures',
  execution: 'How runs are executed: verdicts, browser, phones, variables',
  groups: 'Stored tests, groups and batches',
  uploads: 'The life of an upload, every rule and every error',
} as const;

export type PageName = keyof typeof pageTitles;

export const pageNames = Object.keys(pageTitles) as PageName[];

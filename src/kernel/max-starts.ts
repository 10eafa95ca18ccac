/** How often a run, or the import that it waits for, is started: once more if its worker or slot is lost, then it ends. */
export const maxStarts = 2;

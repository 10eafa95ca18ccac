/** Artifacts that one process fetches at once. Each mostly waits for its server, and holds some megabytes meanwhile. */
export const importCapacity = 16;

/** Artifacts of one project that are fetched at once, over all processes. The others of that project wait their turn. */
export const importsPerProject = 4;

export interface FetchLimits {
  /** From the look-up of the name to the last byte. */
  longestMs: number;
  longestSilenceMs: number;
  /** A server that sends less than this in every second of a window, on average, is given up. */
  leastRate: { bytesPerSecond: number; windowMs: number };
}

/** At the least rate the longest time brings 14 MiB, so that a server which is slower can't serve a real build anyway. */
export const fetchLimits: FetchLimits = {
  longestMs: 30 * 60_000,
  longestSilenceMs: 30_000,
  leastRate: { bytesPerSecond: 8 * 1024, windowMs: 60_000 },
};

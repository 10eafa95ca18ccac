/**
 * Whether the host of this virtual machine has given much of the processor to others since the last call: for seconds nothing
 * here goes on, and every limit is met. Never so on a machine of one's own, however busy it is.
 */
export declare function watchStolenTime(): () => boolean;

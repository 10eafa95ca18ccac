/** In a data directory while a restore fills it. A service that started on half of the rows would seem whole. */
export const unfinishedRestoreName = 'restore.unfinished';

export const platformNames = { web: 'Web', ios: 'iOS', android: 'Android' } as const;

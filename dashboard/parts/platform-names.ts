export const platformNames = {
  web: 'Web',
  mobile: 'iOS or Android',
  ios: 'iOS',
  android: 'Android',
} as const;

export const connections: Readonly<Record<string, string>> = {
  network: 'network',
  internet: 'network',
  'network connection': 'network',
  'internet connection': 'network',
  'wi-fi': 'wifi',
  wifi: 'wifi',
  wlan: 'wifi',
  'mobile data': 'mobile data',
  'cellular data': 'mobile data',
  'airplane mode': 'airplane mode',
  'aeroplane mode': 'airplane mode',
  'flight mode': 'airplane mode',
};

export const biometrics: Readonly<Record<string, string>> = {
  fingerprint: 'fingerprint',
  finger: 'fingerprint',
  'touch id': 'fingerprint',
  face: 'face',
  'face id': 'face',
  biometrics: 'biometrics',
};

/** `52.52, 13.40`, `latitude 52.52 and longitude 13.40` */
export function coordinatesOf(words: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] =
    /^(?:latitude )?([-+]?\d{1,2}(?:\.\d+)?)(?: ,| and| ,? ?(?=longitude))? (?:longitude )?([-+]?\d{1,3}(?:\.\d+)?)$/.exec(
      words,
    ) ?? [];
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

import type { PhonePlatform } from './servers.ts';

/** What stands for everything that an app asks for. */
export const allPermissions = 'all';

const media = ['READ_MEDIA_IMAGES', 'READ_MEDIA_VIDEO', 'READ_EXTERNAL_STORAGE', 'WRITE_EXTERNAL_STORAGE'];
const location = ['ACCESS_FINE_LOCATION', 'ACCESS_COARSE_LOCATION'];

/** What people call a permission, and what Android does: an app asks for some of them. */
const ofAndroid: Readonly<Record<string, readonly string[]>> = {
  bluetooth: ['BLUETOOTH_CONNECT', 'BLUETOOTH_SCAN', 'BLUETOOTH_ADVERTISE'],
  calendar: ['READ_CALENDAR', 'WRITE_CALENDAR'],
  camera: ['CAMERA'],
  contacts: ['READ_CONTACTS', 'WRITE_CONTACTS', 'GET_ACCOUNTS'],
  location,
  'location-always': [...location, 'ACCESS_BACKGROUND_LOCATION'],
  medialibrary: ['READ_MEDIA_AUDIO', 'READ_EXTERNAL_STORAGE'],
  microphone: ['RECORD_AUDIO'],
  motion: ['ACTIVITY_RECOGNITION', 'BODY_SENSORS'],
  notifications: ['POST_NOTIFICATIONS'],
  phone: ['READ_PHONE_STATE', 'READ_PHONE_NUMBERS', 'CALL_PHONE'],
  photos: media,
  sms: ['SEND_SMS', 'RECEIVE_SMS', 'READ_SMS'],
};

/** As simulators name them, by `simctl privacy` or `applesimutils`. */
const ofIos = [
  'calendar',
  'camera',
  'contacts',
  'health',
  'homekit',
  'location',
  'location-always',
  'medialibrary',
  'microphone',
  'motion',
  'notifications',
  'photos',
  'reminders',
  'siri',
  'speech',
];

export function permissionNames(platform: PhonePlatform): readonly string[] {
  return platform === 'ios' ? ofIos : Object.keys(ofAndroid);
}

/** The permissions of Android that a name stands for; null for a name that stands for none. */
export function androidPermissions(name: string): readonly string[] | null {
  if (/^[a-z]\w*(?:\.\w+)+\.[A-Z][A-Z0-9_]*$/i.test(name)) return [name];
  return ofAndroid[name]?.map((permission) => `android.permission.${permission}`) ?? null;
}

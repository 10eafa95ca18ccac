import { useState } from 'react';
import type { MobileApp } from '../../src/client/index.ts';
import classes from './app-icon.module.css';

/** Beside the name of an app, which says what it is of. Its place is the same without one, and while it loads. */
export function AppIcon({ app: { iconUrl }, size }: { app: MobileApp; size: 32 | 64 }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (iconUrl === null || iconUrl === brokenUrl)
    return <span className={classes.icon} style={{ width: size, height: size }} data-empty />;
  return (
    <img
      className={classes.icon}
      src={iconUrl}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenUrl(iconUrl)}
    />
  );
}

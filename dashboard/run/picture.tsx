import { Text } from '@mantine/core';
import { useState } from 'react';
import type { RunIssue } from '../../src/client/index.ts';
import classes from './picture.module.css';

type Rect = NonNullable<RunIssue['rect']>;

interface Props {
  url: string;
  alt: string;
  /** What is marked, in pixels of the picture. */
  rects: Rect[];
}

/** A screenshot with a rectangle around what an issue speaks of. */
export function Picture({ url, alt, rects }: Props) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return <Text c="dimmed">The picture is no longer there.</Text>;
  return (
    <div className={classes.place} data-loaded={size !== null}>
      <img
        src={url}
        alt={alt}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={classes.picture}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={() => setIsMissing(true)}
      />
      {size !== null &&
        rects.map((rect) => (
          <div
            key={`${rect.x} ${rect.y} ${rect.width} ${rect.height}`}
            className={classes.mark}
            data-mark
            style={placeOf(rect, size)}
          />
        ))}
    </div>
  );
}

function placeOf(rect: Rect, size: { width: number; height: number }) {
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: share(rect.x, size.width),
    top: share(rect.y, size.height),
    width: share(rect.width, size.width),
    height: share(rect.height, size.height),
  };
}

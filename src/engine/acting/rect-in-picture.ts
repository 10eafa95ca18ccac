import { intersection, type Rect } from '../scene/rect.ts';

const headerBytes = 24;

/** A place on the screen, in pixels of its picture: a phone's has more of them than its screen has points. */
export function rectInPicture(rect: Rect, screen: Rect, png: Buffer): Rect | null {
  if (png.length < headerBytes || png.toString('latin1', 12, 16) !== 'IHDR' || screen.width <= 0) return null;
  const picture = { x: 0, y: 0, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const scale = picture.width / screen.width;
  const x = Math.floor((rect.x - screen.x) * scale);
  const y = Math.floor((rect.y - screen.y) * scale);
  const width = Math.ceil(rect.width * scale);
  const height = Math.ceil(rect.height * scale);
  return intersection({ x, y, width, height }, picture);
}

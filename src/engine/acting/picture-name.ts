export const longestPictureName = 200;

/** Why a picture can't be called so; null where it can. */
export function faultOfPictureName(name: string): string | null {
  const isRight = name.length > 0 && name.length <= longestPictureName;
  return isRight ? null : `The name of a picture has 1 to ${longestPictureName} characters.`;
}

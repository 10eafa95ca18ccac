import { NativeSelect } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MobileApp } from '../../src/client/index.ts';
import { formatDateTime } from '../parts/format.ts';
import { platformNames } from '../parts/platform-names.ts';

interface Props {
  apps: UseQueryResult<MobileApp[]>;
  build: string;
  onChange: (build: string) => void;
}

/** Which build mobile tests are run on: the newest of an app, or a certain one. */
export function BuildChoice({ apps: { data = [], isPending }, build, onChange }: Props) {
  const choices = choicesOf(data);
  return (
    <NativeSelect
      label="Build"
      flex="1 1 220px"
      maw={420}
      disabled={choices.length === 0}
      data={
        choices.length === 0
          ? [isPending ? 'Loading the builds' : 'No build is uploaded yet']
          : choices.map(({ value, label }) => ({ value, label }))
      }
      value={chosenOf(choices, build)?.value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

export function mobileOf(
  apps: readonly MobileApp[],
  build: string,
): { mobile?: { bundleId: string } | { appId: string } } {
  const chosen = chosenOf(choicesOf(apps), build);
  return chosen === undefined ? {} : { mobile: chosen.mobile };
}

function chosenOf(choices: ReturnType<typeof choicesOf>, build: string) {
  return choices.find(({ value }) => value === build) ?? choices[0];
}

/** The newest build of each app first, then every single one. */
function choicesOf(apps: readonly MobileApp[]) {
  const bundleIds = [...new Set(apps.flatMap(({ bundleId }) => bundleId ?? []))];
  return [
    ...bundleIds.map((bundleId) => ({
      value: `newest ${bundleId}`,
      label: `Newest build of ${bundleId}`,
      mobile: { bundleId },
    })),
    ...apps.map((app) => ({ value: app.id, label: nameOf(app), mobile: { appId: app.id } })),
  ];
}

function nameOf({ bundleId, filename, appVersion, platform, createdAt }: MobileApp): string {
  return [bundleId ?? filename, appVersion, platformNames[platform], formatDateTime(createdAt)]
    .filter((part) => part !== null)
    .join(' · ');
}

import { NativeSelect, TextInput } from '@mantine/core';
import type { Group } from '../../src/client/index.ts';
import { runModeChoices } from './run-modes.ts';

export type GroupDraft = Pick<Group, 'name' | 'runMode'>;

interface Props {
  nameLabel: string;
  draft: GroupDraft;
  onChange: (draft: GroupDraft) => void;
}

/** What a group is made of, for a new one and for one that is changed. */
export function GroupFields({ nameLabel, draft, onChange }: Props) {
  return (
    <>
      <TextInput
        label={nameLabel}
        required
        maxLength={200}
        flex="1 1 200px"
        maw={400}
        value={draft.name}
        onChange={({ currentTarget: { value: name } }) => onChange({ ...draft, name })}
      />
      <NativeSelect
        label="Tests run"
        data={runModeChoices}
        value={draft.runMode}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...draft, runMode: value as GroupDraft['runMode'] })
        }
      />
    </>
  );
}

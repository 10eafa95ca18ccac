export interface Instruction {
  name: string;
  flags: Record<string, string>;
  args: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

export declare function parseDockerfile(text: string): Stage[];
export declare function instructionsOf(stages: Stage[], name: string): Instruction[];
export declare function readIgnore(text: string): (path: string) => boolean;

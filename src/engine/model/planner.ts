import { systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { masking } from '../../kernel/masking.ts';
import { secretValues } from '../../kernel/variables.ts';
import type { PlannedStep, StepContext } from '../acting/planned-step.ts';
import type { Planner } from '../acting/planner.ts';
import type { StepType } from '../task.ts';
import { executeAct } from './act.ts';
import { createAsk, type ImageSupport, type ModelTimes, patience as usualPatience } from './ask.ts';
import type { StepAssignment } from './assignment.ts';
import { type Budget, createBudget, type ModelLimits } from './budget.ts';
import { executeAssert } from './judge.ts';
import { draftSteps } from './plan.ts';
import type { Model } from './provider.ts';

export interface ModelPlannerOptions {
  model: Model;
  limits: ModelLimits;
  log: Log;
  patience?: ModelTimes;
}

/** Finds and executes, by a language model, the steps that the vocabulary does not understand. */
export function createModelPlanner({ model, limits, log, patience }: ModelPlannerOptions): Planner {
  return {
    async plan(task, read, understand, signal) {
      const budget = createBudget(limits, systemClock);
      // Found out anew in each run: a passing fault must not blind the model for good.
      const eyesight: ImageSupport = { takesImages: true };
      const mask = masking(secretValues(task.variables));
      const ask = createAsk({ model, budget, eyesight, mask, patience: patience ?? usualPatience, log });
      const drafts = await budget.during(signal, (bounded) =>
        draftSteps(task, read, understand, ask, bounded),
      );
      const { platform, variables } = task;
      const titles = drafts.map(({ title }) => title);
      const shared = { titles, platform, variables, understand, ask, mask, issues: new Set<string>() };
      return drafts.map(({ step, type, title }, index) => {
        if (step !== null) return step;
        const assignment = { ...shared, title, stepNumber: index + 1 };
        return modelStep(type, assignment, budget);
      });
    },
  };
}

function modelStep(type: StepType, assignment: StepAssignment, budget: Budget): PlannedStep {
  const work = (context: StepContext): Promise<string> => {
    switch (type) {
      case 'act':
        return executeAct(assignment, context);
      case 'assert':
        return executeAssert(assignment, context);
      // The picture that every step leaves is all that it is for.
      case 'screenshot':
        return Promise.resolve('The screen was photographed.');
    }
  };
  return {
    type,
    title: assignment.title,
    execute: (context) => budget.during(context.signal, (signal) => work({ ...context, signal })),
  };
}

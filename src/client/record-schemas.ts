// Written from openapi.json by scripts/client-types.mjs: what is changed here is lost.

import type { Batch, BatchRun, MobileApp, Run, RunIssue, RunOutput, RunStep } from './api.ts';

export interface Records {
  Batch: Batch;
  BatchRun: BatchRun;
  MobileApp: MobileApp;
  Run: Run;
  RunIssue: RunIssue;
  RunOutput: RunOutput;
  RunStep: RunStep;
}

export interface FieldSchema {
  type?: string | readonly string[];
  enum?: ReadonlyArray<string | null>;
  properties?: Readonly<Record<string, FieldSchema>>;
  items?: FieldSchema;
}

/** The type of each member. A record within another one is left out: it has an entry of its own. */
export const recordSchemas: Record<keyof Records, FieldSchema> = {
  Batch: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      projectId: { type: 'string' },
      groupId: { type: 'string' },
      groupName: { type: 'string' },
      status: { type: 'string', enum: ['queued', 'importing', 'running', 'completed', 'cancelled'] },
      result: { type: ['string', 'null'], enum: ['PASS', 'FAILED', 'ERROR', null] },
      count: { type: 'integer' },
      counts: {
        type: 'object',
        properties: {
          queued: { type: 'integer' },
          running: { type: 'integer' },
          completed: { type: 'integer' },
          failed: { type: 'integer' },
          cancelled: { type: 'integer' },
        },
      },
      results: { type: 'object', properties: { PASS: { type: 'integer' }, FAILED: { type: 'integer' } } },
      appId: { type: ['string', 'null'] },
      import: {
        type: ['object', 'null'],
        properties: {
          status: { type: 'string', enum: ['queued', 'running', 'completed', 'failed'] },
          bytesRead: { type: 'integer' },
          bytesTotal: { type: ['integer', 'null'] },
        },
      },
      targetUrl: { type: ['string', 'null'] },
      commitSha: { type: ['string', 'null'] },
      webhookUrl: { type: ['string', 'null'] },
      rerunOf: { type: ['string', 'null'] },
      createdAt: { type: 'string' },
      startedAt: { type: ['string', 'null'] },
      completedAt: { type: ['string', 'null'] },
    },
  },
  BatchRun: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      testId: { type: ['string', 'null'] },
      title: { type: 'string' },
      platform: { type: ['string', 'null'], enum: ['web', 'ios', 'android', null] },
      status: { type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] },
      result: { type: ['string', 'null'], enum: ['PASS', 'FAILED', null] },
      error: {
        type: ['object', 'null'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
      durationMs: { type: ['integer', 'null'] },
    },
  },
  MobileApp: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      platform: { type: 'string', enum: ['ios', 'android'] },
      filename: { type: 'string' },
      bundleId: { type: ['string', 'null'] },
      appVersion: { type: ['string', 'null'] },
      buildVersion: { type: ['string', 'null'] },
      builtFor: { type: ['string', 'null'], enum: ['simulator', 'device', null] },
      architectures: { type: ['array', 'null'], items: { type: 'string' } },
      fileSize: { type: 'integer' },
      source: { type: 'string', enum: ['api_upload', 'group_webhook_artifact'] },
      expiresAt: { type: ['string', 'null'] },
      removeAfter: { type: ['integer', 'null'] },
      iconUrl: { type: ['string', 'null'] },
      createdAt: { type: 'string' },
    },
  },
  Run: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      projectId: { type: 'string' },
      type: { type: 'string', enum: ['chat', 'test'] },
      status: { type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] },
      platform: { type: ['string', 'null'], enum: ['web', 'ios', 'android', null] },
      name: { type: ['string', 'null'] },
      source: { type: ['string', 'null'], enum: ['api', 'group', 'webhook', 'schedule', 'rerun', null] },
      prompt: { type: ['string', 'null'] },
      targetUrl: { type: ['string', 'null'] },
      appId: { type: ['string', 'null'] },
      testId: { type: ['string', 'null'] },
      batchId: { type: ['string', 'null'] },
      device: {
        type: ['object', 'null'],
        properties: {
          platform: { type: 'string', enum: ['ios', 'android'] },
          version: { type: 'string' },
          labels: { type: 'array', items: { type: 'string' } },
          permissions: { type: 'array', items: { type: 'string' } },
          locale: { type: 'string' },
          timeZone: { type: 'string' },
        },
      },
      deviceName: { type: ['string', 'null'] },
      deviceModel: { type: ['string', 'null'] },
      deviceVersion: { type: ['string', 'null'] },
      deviceSessionUrl: { type: ['string', 'null'] },
      error: {
        type: ['object', 'null'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
      durationMs: { type: ['integer', 'null'] },
      createdAt: { type: 'string' },
      startedAt: { type: ['string', 'null'] },
      completedAt: { type: ['string', 'null'] },
      webhookUrl: { type: ['string', 'null'] },
      webhookStatus: { type: ['string', 'null'], enum: ['pending', 'delivered', 'failed', null] },
    },
  },
  RunIssue: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['issue', 'warning'] },
      name: { type: 'string' },
      description: { type: 'string' },
      url: { type: ['string', 'null'] },
      severity: { type: 'integer' },
      expectedBehavior: { type: ['string', 'null'] },
      actualBehavior: { type: ['string', 'null'] },
      screenshotUrl: { type: ['string', 'null'] },
      stepIndex: { type: ['integer', 'null'] },
      stepsToReproduce: { type: ['string', 'null'] },
      rect: {
        type: ['object', 'null'],
        properties: {
          x: { type: 'integer' },
          y: { type: 'integer' },
          width: { type: 'integer' },
          height: { type: 'integer' },
        },
      },
    },
  },
  RunOutput: {
    type: 'object',
    properties: {
      featureName: { type: ['string', 'null'] },
      result: { type: ['string', 'null'], enum: ['PASS', 'FAILED', null] },
      description: { type: ['string', 'null'] },
      screenshots: { type: 'array', items: { type: 'string' } },
      traceUrl: { type: ['string', 'null'] },
      videoUrl: { type: ['string', 'null'] },
      deviceLogUrl: { type: ['string', 'null'] },
    },
  },
  RunStep: {
    type: 'object',
    properties: {
      stepIndex: { type: 'integer' },
      title: { type: 'string' },
      type: { type: 'string', enum: ['act', 'assert', 'screenshot'] },
      status: { type: 'string', enum: ['passed', 'failed', 'skipped'] },
      summary: { type: ['string', 'null'] },
      error: { type: ['string', 'null'] },
      startedAtMs: { type: 'integer' },
      completedAtMs: { type: 'integer' },
      screenshotUrl: { type: ['string', 'null'] },
      sceneUrl: { type: ['string', 'null'] },
      hierarchyUrl: { type: ['string', 'null'] },
      sentences: { type: ['array', 'null'], items: { type: 'string' } },
    },
  },
};

import { Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import type { Row } from '../database/tables.ts';
import type { SigningSecret } from './signing-secret.ts';

/** A project as the API shows it. */
export const Project = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Identifier of the project' }),
    name: Type.String(),
    webhookUrl: nullable.text({ description: 'Receives the results of all runs that name no other address' }),
    targetUrl: nullable.text({ description: 'What web runs test when they name no other address' }),
    url: nullable.text({ description: 'The same as `targetUrl`' }),
    description: nullable.text(),
    concurrency: Type.Integer({ description: 'How many runs of the project are executed at once' }),
    allowedHosts: nullable.texts({
      description: 'Where the browser of a run may go; null: the host that it goes to first',
    }),
    allowedReceivers: nullable.texts({
      description:
        'Where a group webhook may have results sent, beside the origin of the webhookUrl of the project; null: nowhere else',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'Creation time' }),
    updatedAt: Type.String({ format: 'date-time', description: 'Time of the last change' }),
  },
  { title: 'Project' },
);

/** With what signs its results. */
export const ProjectSettings = Type.Object(
  {
    ...Project.properties,
    webhookSecret: Type.String({
      description: 'Signs the results of the project by Standard Webhooks',
      examples: ['whsec_…'],
    }),
    previousWebhookSecretsValidUntil: nullable.text({
      format: 'date-time',
      description: 'Until then former secrets sign beside the current one; null when none does',
    }),
  },
  { title: 'ProjectSettings' },
);

export function toProjectRecord(project: Row<'projects'>) {
  return {
    id: project.id,
    name: project.name,
    webhookUrl: project.webhook_url,
    targetUrl: project.target_url,
    url: project.target_url,
    description: project.description,
    concurrency: project.concurrency,
    allowedHosts: project.allowed_hosts,
    allowedReceivers: project.allowed_receivers,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
  };
}

export function toProjectSettings(project: Row<'projects'>, { secret, previousValidUntil }: SigningSecret) {
  return {
    ...toProjectRecord(project),
    webhookSecret: secret,
    previousWebhookSecretsValidUntil: previousValidUntil?.toISOString() ?? null,
  };
}

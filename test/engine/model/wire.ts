/** What a model says, apart from the protocol that carries it. */
export interface Said {
  calls?: ReadonlyArray<{ name: string; input: unknown } | { name: string; rawInput: string }>;
  text?: string;
  refusal?: string;
  /** What the model thought, sealed; it wants it back with its next request. */
  thought?: string;
  tokens?: number;
}

/** One provider's HTTP protocol, as its reference documents it. */
export interface Protocol {
  say(said: Said): string;
  error(status: number, message: string): string;
  /** Why the provider would refuse this request; null when it would not. */
  faultIn(body: Record<string, unknown>): string | null;
}

export function protocolOf(path: string): Protocol | null {
  if (path === '/v1/responses') return responses;
  if (path === '/v1/chat/completions') return chat;
  if (path === '/v1/messages') return anthropic;
  if (/^\/v1beta\/models\/[^/:]+:generateContent$/.test(path)) return google;
  return null;
}

let ids = 0;
const id = (prefix: string) => {
  ids += 1;
  return `${prefix}${String(ids).padStart(24, '0')}`;
};
const argumentsOf = (call: NonNullable<Said['calls']>[number]) =>
  'rawInput' in call ? call.rawInput : JSON.stringify(call.input);
const list = (value: unknown) => (Array.isArray(value) ? (value as Array<Record<string, unknown>>) : []);

/** https://platform.openai.com/docs/api-reference/responses */
const responses: Protocol = {
  say({ calls = [], text, refusal, thought, tokens = 100 }) {
    const message = (content: object) => ({
      type: 'message',
      id: id('msg_'),
      status: 'completed',
      role: 'assistant',
      content: [content],
    });
    return JSON.stringify({
      id: id('resp_'),
      object: 'response',
      created_at: 1_760_000_000,
      status: 'completed',
      background: false,
      error: null,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      max_tool_calls: null,
      model: 'gpt-4.1-2025-04-14',
      output: [
        ...(thought === undefined
          ? []
          : [{ type: 'reasoning', id: id('rs_'), encrypted_content: thought, summary: [] }]),
        ...(text === undefined
          ? []
          : [message({ type: 'output_text', annotations: [], logprobs: [], text })]),
        ...(refusal === undefined ? [] : [message({ type: 'refusal', refusal })]),
        ...calls.map((call) => ({
          type: 'function_call',
          id: id('fc_'),
          call_id: id('call_'),
          name: call.name,
          arguments: argumentsOf(call),
          status: 'completed',
        })),
      ],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      service_tier: 'default',
      store: false,
      temperature: 1,
      text: { format: { type: 'text' }, verbosity: 'medium' },
      tool_choice: 'required',
      tools: [],
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: tokens - 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 10,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: tokens,
      },
      user: null,
      metadata: {},
    });
  },
  error: openaiError,
  faultIn(body) {
    const items = list(body.input);
    const answered = new Set(
      items.filter(({ type }) => type === 'function_call_output').map(({ call_id }) => call_id),
    );
    const open = items.find(({ type, call_id }) => type === 'function_call' && !answered.has(call_id));
    if (open !== undefined) return `No tool output found for function call ${String(open.call_id)}.`;
    return items.some(({ type }) => type === 'item_reference') ? 'Item with id was not found.' : null;
  },
};

/** https://platform.openai.com/docs/api-reference/chat */
const chat: Protocol = {
  say({ calls = [], text, refusal, tokens = 100 }) {
    return JSON.stringify({
      id: id('chatcmpl-'),
      object: 'chat.completion',
      created: 1_760_000_000,
      model: 'local-model',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text ?? null,
            refusal: refusal ?? null,
            annotations: [],
            ...(calls.length === 0
              ? {}
              : {
                  tool_calls: calls.map((call) => ({
                    id: id('call_'),
                    type: 'function',
                    function: { name: call.name, arguments: argumentsOf(call) },
                  })),
                }),
          },
          logprobs: null,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens },
      system_fingerprint: 'fp_0000000000',
    });
  },
  error: openaiError,
  faultIn(body) {
    const messages = list(body.messages);
    const answered = new Set(messages.map(({ tool_call_id }) => tool_call_id));
    const open = messages
      .flatMap(({ tool_calls }) => list(tool_calls))
      .find((call) => !answered.has(call.id));
    return open === undefined
      ? null
      : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${String(open.id)}`;
  },
};

/** https://docs.anthropic.com/en/api/messages */
const anthropic: Protocol = {
  say({ calls = [], text, refusal, tokens = 100 }) {
    const spoken = text ?? refusal;
    return JSON.stringify({
      id: id('msg_'),
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [
        ...(spoken === undefined ? [] : [{ type: 'text', text: spoken }]),
        ...calls.map((call) => ({
          type: 'tool_use',
          id: id('toolu_'),
          name: call.name,
          // Always an object on this wire; a model that breaks its JSON shows as a wrong one.
          input: 'rawInput' in call ? { broken: call.rawInput } : call.input,
        })),
      ],
      stop_reason: refusal !== undefined ? 'refusal' : calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: tokens - 10,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 10,
        service_tier: 'standard',
      },
    });
  },
  error: (_status, message) =>
    JSON.stringify({
      type: 'error',
      error: { type: 'api_error', message },
      request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
    }),
  faultIn(body) {
    const messages = list(body.messages);
    for (const [index, { role, content }] of messages.entries()) {
      if (messages[index - 1]?.role === role) return 'messages: roles must alternate';
      const results = new Set(list(messages[index + 1]?.content).map(({ tool_use_id }) => tool_use_id));
      const open = list(content).find((part) => part.type === 'tool_use' && !results.has(part.id));
      if (open !== undefined) {
        return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${String(open.id)}.`;
      }
    }
    return typeof body.max_tokens === 'number' ? null : 'max_tokens: Field required';
  },
};

/** https://ai.google.dev/api/generate-content */
const google: Protocol = {
  say({ calls = [], text, refusal, thought, tokens = 100 }) {
    return JSON.stringify({
      candidates: [
        {
          content: {
            parts: [
              ...(text === undefined ? [] : [{ text }]),
              ...calls.map((call) => ({
                functionCall: {
                  name: call.name,
                  args: 'rawInput' in call ? { broken: call.rawInput } : call.input,
                },
                ...(thought === undefined ? {} : { thoughtSignature: thought }),
              })),
            ],
            role: 'model',
          },
          finishReason: refusal === undefined ? 'STOP' : 'PROHIBITED_CONTENT',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: tokens - 10,
        candidatesTokenCount: 10,
        totalTokenCount: tokens,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens - 10 }],
      },
      modelVersion: 'gemini-2.5-flash',
      responseId: id('r'),
    });
  },
  error: (status, message) => JSON.stringify({ error: { code: status, message, status: 'INTERNAL' } }),
  faultIn(body) {
    const parts = list(body.contents).map(({ parts }) => list(parts));
    const open = parts.find(
      (own, index) =>
        own.filter(({ functionCall }) => functionCall !== undefined).length !==
          list(parts[index + 1]).filter(({ functionResponse }) => functionResponse !== undefined).length &&
        own.some(({ functionCall }) => functionCall !== undefined),
    );
    return open === undefined
      ? null
      : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
  },
};

function openaiError(status: number, message: string): string {
  const type = status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return JSON.stringify({ error: { message, type, param: null, code: null } });
}

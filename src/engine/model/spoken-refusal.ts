interface Completion {
  choices?: Array<{
    message?: { content?: string | null; refusal?: string | null };
    finish_reason?: string | null;
  }>;
}

/**
 * Servers that speak OpenAI's chat protocol put a refusal into a member of its own and end with `stop`. The SDK's
 * provider for them drops that member, so it is moved to where every provider's refusals are looked for.
 */
export function speakingRefusals(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok) return response;
    const text = await response.text();
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // The text is decoded already.
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(withRefusal(text), { status, statusText, headers });
  };
}

function withRefusal(text: string): string {
  if (!text.includes('"refusal"')) return text;
  try {
    const completion = JSON.parse(text) as Completion;
    const choice = completion.choices?.[0];
    if (!choice?.message?.refusal) return text;
    choice.message.content ??= choice.message.refusal;
    choice.finish_reason = 'content_filter';
    return JSON.stringify(completion);
  } catch {
    return text;
  }
}

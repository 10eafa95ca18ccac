interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly helpUrl: string;
  readonly nodes: readonly {
    readonly target: readonly (string | readonly string[])[];
    readonly failureSummary?: string;
    readonly element?: {
      getBoundingClientRect(): { x: number; y: number; width: number; height: number };
    };
  }[];
}

declare const axe: {
  run(context: unknown, options: object): Promise<{ readonly violations: readonly Violation[] }>;
};
declare const document: unknown;

/** Runs in the page, as text, beside axe-core: it may use nothing else from outside itself. */
export function createAudit() {
  const mostElements = 5;
  const longestText = 500;
  /** Rules about a document as a whole: of a frame within a page they say nothing. */
  const ofWholePages = [
    'bypass',
    'document-title',
    'html-has-lang',
    'landmark-one-main',
    'meta-refresh',
    'meta-viewport',
    'page-has-heading-one',
    'region',
  ];
  let running: Promise<string> | null = null;

  /** Two of them at once axe-core does not take. */
  function audit(isWholePage: boolean): Promise<string> {
    running ??= violations(isWholePage).finally(() => {
      running = null;
    });
    return running;
  }

  async function violations(isWholePage: boolean): Promise<string> {
    const rules = isWholePage ? [] : ofWholePages.map((id) => [id, { enabled: false }]);
    const found = await axe.run(document, {
      // Each frame is asked by itself, and nothing is fetched for its sake.
      iframes: false,
      preload: false,
      elementRef: true,
      resultTypes: ['violations'],
      rules: Object.fromEntries(rules),
    });
    return JSON.stringify(found.violations.map((violation) => issueOf(violation, isWholePage)));
  }

  function issueOf({ id, impact, help, helpUrl, nodes }: Violation, isWholePage: boolean) {
    return {
      rule: id,
      impact: impact ?? 'minor',
      help,
      helpUrl,
      count: nodes.length,
      elements: nodes.slice(0, mostElements).map(({ target, failureSummary = '', element }) => ({
        selector: target.flat().join(' ').slice(0, longestText),
        reason: failureSummary.replace(/\s+/g, ' ').slice(0, longestText),
        rect: isWholePage ? rectOf(element) : null,
      })),
    };
  }

  function rectOf(element: Violation['nodes'][number]['element']) {
    if (element === undefined) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  }

  return audit;
}

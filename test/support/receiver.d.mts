export interface Delivery {
  webhookId: string;
  path: string;
  body: string;
  /** It was answered with 200 while its sender was there. */
  wasAccepted: boolean;
}

export interface Receiver {
  url: string;
  got: readonly Delivery[];
  release(): void;
  close(): Promise<void>;
}

export declare function startReceiver(
  decide?: (delivery: Delivery) => 'ok' | 'fail' | 'reset' | 'hold',
): Promise<Receiver>;

export interface DocumentedOperation {
  operationId: string;
  method: string;
  path: string;
  responses: object;
}

export declare function operationsOf(document: object): DocumentedOperation[];

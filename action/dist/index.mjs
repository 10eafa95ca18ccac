// Written by scripts/action-bundle.mjs from action/ and src/client/: what is changed here is lost.
import { appendFile, mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
// src/cli/interruptible.ts
/** The same client, whose calls all end with a signal, unless they bring one of their own. */
function interruptible(client, signal) {
	const request = (id, ...[options]) => client.request(id, ...[{
		signal,
		...options
	}]);
	return {
		...client,
		request,
		call: async (id, ...options) => (await request(id, ...options)).answer
	};
}
// src/client/api.ts
const routes = {
	initiateUpload: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/mobile/upload",
		hasBody: true
	},
	confirmUpload: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/mobile/upload/confirm",
		hasBody: true
	},
	listApps: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/mobile"
	},
	getApp: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/mobile/{appId}"
	},
	deleteApp: {
		method: "DELETE",
		path: "/api/v1/projects/{projectId}/mobile/{appId}"
	},
	getAppUsage: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/mobile/{appId}/usage"
	},
	createProject: {
		method: "POST",
		path: "/api/v1/projects",
		hasBody: true
	},
	listProjects: {
		method: "GET",
		path: "/api/v1/projects"
	},
	getProject: {
		method: "GET",
		path: "/api/v1/projects/{projectId}"
	},
	updateProject: {
		method: "PATCH",
		path: "/api/v1/projects/{projectId}",
		hasBody: true
	},
	deleteProject: {
		method: "DELETE",
		path: "/api/v1/projects/{projectId}"
	},
	rotateWebhookSecret: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/webhook-secret/rotate"
	},
	setVariable: {
		method: "PUT",
		path: "/api/v1/projects/{projectId}/variables/{name}",
		hasBody: true
	},
	deleteVariable: {
		method: "DELETE",
		path: "/api/v1/projects/{projectId}/variables/{name}"
	},
	listVariables: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/variables"
	},
	createEnvironment: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/environments",
		hasBody: true
	},
	listEnvironments: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/environments"
	},
	getEnvironment: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/environments/{environmentId}"
	},
	updateEnvironment: {
		method: "PATCH",
		path: "/api/v1/projects/{projectId}/environments/{environmentId}",
		hasBody: true
	},
	deleteEnvironment: {
		method: "DELETE",
		path: "/api/v1/projects/{projectId}/environments/{environmentId}"
	},
	issueAdminKey: {
		method: "POST",
		path: "/api/v1/keys",
		hasBody: true
	},
	listAdminKeys: {
		method: "GET",
		path: "/api/v1/keys"
	},
	revokeAdminKey: {
		method: "DELETE",
		path: "/api/v1/keys/{keyId}"
	},
	issueProjectKey: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/keys",
		hasBody: true
	},
	listProjectKeys: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/keys"
	},
	revokeProjectKey: {
		method: "DELETE",
		path: "/api/v1/projects/{projectId}/keys/{keyId}"
	},
	signIn: {
		method: "POST",
		path: "/api/v1/session",
		hasBody: true,
		isOpen: true
	},
	getCaller: {
		method: "GET",
		path: "/api/v1/session"
	},
	signOut: {
		method: "DELETE",
		path: "/api/v1/session"
	},
	revokeSession: {
		method: "DELETE",
		path: "/api/v1/sessions/{id}"
	},
	issueSignInCode: {
		method: "POST",
		path: "/api/v1/sign-in-codes"
	},
	submitRun: {
		method: "POST",
		path: "/api/v1/runs",
		hasBody: true,
		takesIdempotencyKey: true
	},
	listRuns: {
		method: "GET",
		path: "/api/v1/runs"
	},
	getRun: {
		method: "GET",
		path: "/api/v1/runs/{id}"
	},
	cancelRun: {
		method: "POST",
		path: "/api/v1/runs/{id}/cancel"
	},
	rerunRun: {
		method: "POST",
		path: "/api/v1/runs/{id}/rerun",
		takesIdempotencyKey: true
	},
	getRunScreen: {
		method: "GET",
		path: "/api/v1/runs/{id}/screen",
		answer: "stream"
	},
	listRunSummaries: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/runs"
	},
	getStatistics: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/statistics"
	},
	listWorkers: {
		method: "GET",
		path: "/api/v1/workers"
	},
	listDevices: {
		method: "GET",
		path: "/api/v1/devices"
	},
	readSteps: {
		method: "POST",
		path: "/api/v1/steps/read",
		hasBody: true
	},
	createTest: {
		method: "POST",
		path: "/api/v1/tests",
		hasBody: true
	},
	listTests: {
		method: "GET",
		path: "/api/v1/tests"
	},
	getTest: {
		method: "GET",
		path: "/api/v1/tests/{id}"
	},
	updateTest: {
		method: "PATCH",
		path: "/api/v1/tests/{id}",
		hasBody: true
	},
	deleteTest: {
		method: "DELETE",
		path: "/api/v1/tests/{id}"
	},
	runTest: {
		method: "POST",
		path: "/api/v1/tests/{id}/runs",
		hasBody: true,
		takesIdempotencyKey: true
	},
	createGroup: {
		method: "POST",
		path: "/api/v1/groups",
		hasBody: true
	},
	listGroups: {
		method: "GET",
		path: "/api/v1/groups"
	},
	getGroup: {
		method: "GET",
		path: "/api/v1/groups/{id}"
	},
	updateGroup: {
		method: "PATCH",
		path: "/api/v1/groups/{id}",
		hasBody: true
	},
	deleteGroup: {
		method: "DELETE",
		path: "/api/v1/groups/{id}"
	},
	listTestsOfGroup: {
		method: "GET",
		path: "/api/v1/groups/{id}/tests"
	},
	addTestToGroup: {
		method: "POST",
		path: "/api/v1/groups/{id}/tests",
		hasBody: true
	},
	orderTestsOfGroup: {
		method: "PUT",
		path: "/api/v1/groups/{id}/tests",
		hasBody: true
	},
	changeTestInGroup: {
		method: "PATCH",
		path: "/api/v1/groups/{id}/tests/{testId}",
		hasBody: true
	},
	removeTestFromGroup: {
		method: "DELETE",
		path: "/api/v1/groups/{id}/tests/{testId}"
	},
	triggerGroupByWebhook: {
		method: "POST",
		path: "/api/v1/groups/webhook/{id}/{secret}",
		hasBody: true,
		isOpen: true,
		takesIdempotencyKey: true
	},
	triggerGroup: {
		method: "POST",
		path: "/api/v1/groups/{id}/runs",
		hasBody: true,
		takesIdempotencyKey: true
	},
	makeGroupWebhook: {
		method: "POST",
		path: "/api/v1/groups/{id}/webhook"
	},
	getGroupWebhook: {
		method: "GET",
		path: "/api/v1/groups/{id}/webhook"
	},
	updateGroupWebhook: {
		method: "PATCH",
		path: "/api/v1/groups/{id}/webhook",
		hasBody: true
	},
	deleteGroupWebhook: {
		method: "DELETE",
		path: "/api/v1/groups/{id}/webhook"
	},
	listBatches: {
		method: "GET",
		path: "/api/v1/batches"
	},
	getBatch: {
		method: "GET",
		path: "/api/v1/batches/{id}"
	},
	getBatchAsJUnit: {
		method: "GET",
		path: "/api/v1/batches/{id}/junit.xml",
		answer: "text"
	},
	cancelBatch: {
		method: "POST",
		path: "/api/v1/batches/{id}/cancel"
	},
	rerunBatch: {
		method: "POST",
		path: "/api/v1/batches/{id}/rerun"
	},
	listBaselines: {
		method: "GET",
		path: "/api/v1/baselines"
	},
	getBaseline: {
		method: "GET",
		path: "/api/v1/baselines/{id}"
	},
	deleteBaseline: {
		method: "DELETE",
		path: "/api/v1/baselines/{id}"
	},
	approveBaseline: {
		method: "POST",
		path: "/api/v1/baselines/{id}/approve",
		hasBody: true
	},
	listDeliveries: {
		method: "GET",
		path: "/api/v1/runs/{id}/deliveries"
	},
	redeliver: {
		method: "POST",
		path: "/api/v1/runs/{id}/redeliver",
		hasBody: true
	},
	listProjectDeliveries: {
		method: "GET",
		path: "/api/v1/projects/{projectId}/deliveries"
	},
	redeliverMany: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/deliveries/redeliver",
		hasBody: true
	},
	testWebhook: {
		method: "POST",
		path: "/api/v1/projects/{projectId}/webhook/test",
		hasBody: true
	},
	followEvents: {
		method: "GET",
		path: "/api/v1/events",
		answer: "stream"
	}
};
// src/client/errors.ts
/** An answer that is an error. */
var GantryError = class extends Error {
	name = "GantryError";
	status;
	/** Stable, made to be compared. */
	code;
	details;
	/** The log of the service has the cause under it. */
	requestId;
	retryAfterMs;
	constructor(message, fields) {
		super(message);
		this.status = fields.status;
		this.code = fields.code;
		this.details = fields.details ?? [];
		this.requestId = fields.requestId;
		this.retryAfterMs = fields.retryAfterMs;
	}
};
/** No answer came: the service is out of reach, or the connection broke. The cause says why. */
var UnreachableError = class extends Error {
	name = "UnreachableError";
};
/** After these the same call may well succeed a moment later. */
const passingAnswers = [
	429,
	502,
	503,
	504
];
/** Reads the whole body: a connection that is not read to its end is not used again. */
async function errorFrom(response) {
	const text = await response.text().catch(() => "");
	const body = errorBody(text);
	return new GantryError(body?.message ?? describe$1(response, text), {
		status: response.status,
		code: body?.error ?? storageCode(text) ?? `Http${response.status}`,
		details: body?.details,
		requestId: body?.requestId ?? response.headers.get("x-request-id") ?? void 0,
		retryAfterMs: retryAfterMs(response.headers.get("retry-after"))
	});
}
/** Whether the service may be back in a moment. */
function isOutage(error) {
	return error instanceof UnreachableError || error instanceof GantryError && passingAnswers.includes(error.status);
}
function errorBody(text) {
	try {
		const body = JSON.parse(text);
		return typeof body?.error === "string" && typeof body.message === "string" ? body : null;
	} catch {
		return null;
	}
}
function describe$1({ status, statusText, url }, text) {
	return `${url === "" ? "The service" : new URL(url).host} answered ${status} ${storageCode(text) ?? statusText}`.trim();
}
/** S3 answers in XML. */
function storageCode(text) {
	return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
}
function retryAfterMs(header) {
	if (header === null) return void 0;
	const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1e3;
	return Number.isFinite(seconds) ? Math.max(0, seconds * 1e3) : void 0;
}
// src/client/retry.ts
const firstDelayMs = 500;
const longestDelayMs = 1e4;
/** Who is told to wait for longer is better told so at once. */
const longestRetryAfterMs = 6e4;
async function retrying(policy, { what, isRepeatable, passing = passingAnswers, signal }, attemptOnce) {
	for (let attempt = 1;; attempt += 1) {
		signal?.throwIfAborted();
		try {
			return await attemptOnce(attempt);
		} catch (error) {
			const delayMs = delayAfter(error, attempt, {
				isRepeatable,
				passing
			});
			if (delayMs === null || attempt > policy.retries) throw error;
			policy.onRetry?.({
				what,
				attempt,
				delayMs,
				error
			});
			await wait(delayMs, signal);
		}
	}
}
/** Rejects with the reason of the signal. */
function wait(delayMs, signal) {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, delayMs);
		signal?.addEventListener("abort", stop, { once: true });
	});
}
/** Doubles from attempt to attempt; spread, so that many who failed together do not come back together. */
function backoffMs(attempt) {
	const fullMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
	return Math.round(fullMs * (.5 + Math.random() / 2));
}
/** Null where another attempt would be useless or could do something twice. */
function delayAfter(error, attempt, { isRepeatable, passing }) {
	if (error instanceof UnreachableError) return isRepeatable || wasNeverSent(error.cause) ? backoffMs(attempt) : null;
	if (!(error instanceof GantryError) || !passing.includes(error.status)) return null;
	if (!isRepeatable && error.status !== 429) return null;
	const { retryAfterMs = 0 } = error;
	return retryAfterMs > longestRetryAfterMs ? null : Math.max(retryAfterMs, backoffMs(attempt));
}
const neverSent = [
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"ENETUNREACH",
	"EHOSTUNREACH"
];
/** Node says why a connection failed, as the cause of what `fetch` throws; browsers do not. */
function wasNeverSent(failure) {
	const cause = failure instanceof Error ? failure.cause : void 0;
	const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : void 0;
	return code === "UND_ERR_CONNECT_TIMEOUT" || neverSent.some((known) => known === code);
}
// src/client/server-sent-events.ts
/** The event stream format of the HTML standard, read in pieces of any size. */
function createEventStreamReader() {
	let rest = "";
	let isFirst = true;
	let lastId = "";
	let retryMs = null;
	let id = "";
	let type = "";
	let data = [];
	function takeLine(line) {
		if (line === "") return endOfEvent();
		const [field = "", value = ""] = split(line);
		if (field === "data") data.push(value);
		else if (field === "event") type = value;
		else if (field === "id" && !value.includes("\0")) id = value;
		else if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
		return null;
	}
	function endOfEvent() {
		lastId = id;
		const event = data.length === 0 ? null : {
			id,
			type: type || "message",
			data: data.join("\n")
		};
		type = "";
		data = [];
		return event;
	}
	return {
		read(text) {
			rest += isFirst ? text.replace(/^\uFEFF/, "") : text;
			if (rest !== "") isFirst = false;
			const lines = rest.split(/\r\n|\n|\r(?!$)/);
			rest = lines.pop() ?? "";
			return lines.map(takeLine).filter((event) => event !== null);
		},
		lastId: () => lastId,
		retryMs: () => retryMs
	};
}
function split(line) {
	const colon = line.indexOf(":");
	if (colon === -1) return [line, ""];
	return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
// src/client/events.ts
const defaultOutageMs = 12e4;
/** The service sends something every 15 seconds. Without it for this long, the connection is dead. */
const silenceMs = 45e3;
const defaultRetryMs = 1e3;
/** Ends when its signal is aborted. A broken connection is taken up again with no event missing and none twice. */
async function* followEvents(requester, { projectId, lastEventId, signal, onOpen, outageMs = defaultOutageMs }) {
	let position = lastEventId;
	let retryMs = defaultRetryMs;
	let failures = 0;
	let lostAtMs = null;
	while (!signal?.aborted) {
		try {
			const headers = position ? { "last-event-id": position } : {};
			const stream = await requester.call("followEvents", {
				query: { projectId },
				headers,
				signal
			});
			let isOpen = false;
			for await (const piece of piecesOf(stream)) {
				failures = 0;
				lostAtMs = null;
				retryMs = piece.retryMs ?? retryMs;
				for (const { id, type, data } of piece.events) {
					position = id;
					yield {
						id,
						type,
						data: JSON.parse(data)
					};
				}
				position = piece.lastId || position;
				if (!isOpen && position) onOpen?.();
				isOpen ||= position !== void 0;
			}
		} catch (error) {
			if (signal?.aborted) return;
			lostAtMs ??= Date.now();
			if (!isOutage(error) || Date.now() - lostAtMs > outageMs) throw error;
		}
		failures += 1;
		await wait(Math.max(retryMs, backoffMs(failures)), signal).catch(() => void 0);
	}
}
async function* piecesOf(stream) {
	const reader = stream.getReader();
	const decoder = new TextDecoder();
	const format = createEventStreamReader();
	try {
		for (;;) {
			const { done, value } = await inTime(reader.read());
			if (done) return;
			yield {
				events: format.read(decoder.decode(value, { stream: true })),
				lastId: format.lastId(),
				retryMs: format.retryMs()
			};
		}
	} finally {
		await reader.cancel().catch(() => void 0);
	}
}
async function inTime(reading) {
	let timer;
	const silence = new Promise((_resolve, reject) => {
		timer = setTimeout(() => reject(/* @__PURE__ */ new Error("nothing came for too long")), silenceMs);
	});
	try {
		return await Promise.race([reading, silence]);
	} catch (error) {
		throw new UnreachableError("The stream of events broke off.", { cause: error });
	} finally {
		clearTimeout(timer);
	}
}
// src/client/requester.ts
const defaultRetries = 4;
const defaultTimeoutMs = 6e4;
/** Beside GET, PUT, PATCH and DELETE, which all leave the same behind when they are done twice. */
const repeatable = [
	"initiateUpload",
	"confirmUpload",
	"readSteps",
	"issueSignInCode"
];
function createRequester(options) {
	const base = baseUrl(options.url);
	const send = options.fetch ?? ((input, init) => fetch(input, init));
	const retryPolicy = {
		retries: options.retries ?? defaultRetries,
		onRetry: options.onRetry
	};
	async function request(id, ...[typed]) {
		const route = routes[id];
		const call = { ...typed };
		const url = base + filledPath(route, call.path) + queryString(call.query);
		const headers = headersOf$1(route, options.apiKey, call);
		const { signal, timeoutMs = options.timeoutMs ?? defaultTimeoutMs } = call;
		const isRepeatable = route.method !== "POST" || repeatable.includes(id) || route.takesIdempotencyKey === true;
		return retrying(retryPolicy, {
			what: id,
			isRepeatable,
			signal
		}, () => answering({
			timeoutMs,
			signal
		}, async (attemptSignal) => {
			const response = await send(url, {
				method: route.method,
				headers,
				...route.hasBody && { body: JSON.stringify(call.body ?? {}) },
				redirect: "manual",
				signal: attemptSignal
			});
			if (response.status >= 400) throw await errorFrom(response);
			const answer = await readAnswer(route, response);
			return {
				status: response.status,
				headers: response.headers,
				answer
			};
		}));
	}
	return {
		url: base,
		fetch: send,
		retryPolicy,
		request,
		call: async (id, ...rest) => (await request(id, ...rest)).answer
	};
}
/**
* Gives an attempt its time, which begins anew whenever it says that it is getting on, and tells apart why it ended
* without an answer: because the caller wanted it to, or because the service is out of reach.
*/
async function answering({ timeoutMs, signal }, attempt) {
	const late = new AbortController();
	let timer;
	let isOver = false;
	const getsOn = () => {
		clearTimeout(timer);
		if (isOver) return;
		timer = setTimeout(() => late.abort(/* @__PURE__ */ new Error(`there was no answer for ${timeoutMs / 1e3} seconds`)), timeoutMs);
	};
	getsOn();
	try {
		return await attempt(signal ? AbortSignal.any([signal, late.signal]) : late.signal, getsOn);
	} catch (error) {
		if (signal?.aborted) throw signal.reason;
		if (error instanceof GantryError) throw error;
		throw new UnreachableError(`The service is out of reach: ${reasonOf$1(error)}.`, { cause: error });
	} finally {
		isOver = true;
		clearTimeout(timer);
	}
}
/** The address as people paste it. */
function baseUrl(text) {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new TypeError(`url: must be the address of the service, such as http://127.0.0.1:4270; it is "${text}"`);
	const { origin, pathname } = new URL(text);
	return origin + pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}
function filledPath({ path }, values = {}) {
	return path.replace(/\{(\w+)\}/g, (_match, name) => {
		const value = values[name];
		if (!value || /^\.\.?$/.test(value)) throw new TypeError(`path.${name}: must be an id; it is "${value}"`);
		return encodeURIComponent(value);
	});
}
function queryString(query = {}) {
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (value !== void 0 && value !== null) given.set(name, String(value));
	return given.size === 0 ? "" : `?${given}`;
}
function headersOf$1(route, apiKey, call) {
	const headers = new Headers(call.headers);
	if (route.answer === void 0) headers.set("accept", "application/json");
	if (apiKey !== void 0 && !route.isOpen) headers.set("authorization", `Bearer ${apiKey}`);
	if (route.hasBody) headers.set("content-type", "application/json");
	if (route.takesIdempotencyKey && !headers.has("idempotency-key")) headers.set("idempotency-key", randomKey());
	return headers;
}
/** Pages without TLS have no `randomUUID`. */
function randomKey() {
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
async function readAnswer(route, response) {
	if (!response.ok) throw moved(response);
	if (route.answer === "stream") return response.body ?? new ReadableStream({ start: (c) => c.close() });
	if (route.answer === "text") return response.text();
	const text = await response.text();
	try {
		return JSON.parse(text);
	} catch {
		throw new GantryError("The answer is not JSON: is this the address of a Gantry service?", {
			status: response.status,
			code: "NotGantry"
		});
	}
}
/** Followed, a redirect would turn a POST into a GET, or take the key elsewhere. */
function moved({ status, headers }) {
	return new GantryError(`The service sends us on to ${headers.get("location") ?? "another address"}; use its address directly.`, {
		status,
		code: "Redirected"
	});
}
function reasonOf$1(error) {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	if (!(cause instanceof Error)) return String(cause);
	const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
	return cause.message || code || cause.name;
}
// src/client/client.ts
function createClient(options) {
	const requester = createRequester(options);
	return {
		...requester,
		events: (following = {}) => followEvents(requester, following)
	};
}
// src/client/device-text.ts
const single = [
	"platform",
	"version",
	"locale",
	"timeZone"
];
/** By the name of one of them. */
const several = {
	label: "labels",
	permission: "permissions"
};
/** `version=15,label=lab,label=fast`. Throws an `Error` whose sentence says what is wrong. */
function parseDeviceText(text) {
	const device = {};
	for (const part of text.split(",").map((one) => one.trim())) {
		const [, name = "", value = ""] = /^(\w+)\s*=\s*(.+)$/.exec(part) ?? [];
		const list = Object.entries(several).find(([one]) => one === name)?.[1];
		if (list !== void 0) device[list] = [...device[list] ?? [], value];
		else if (single.some((known) => known === name) && device[name] === void 0) device[name] = value;
		else throw new Error(wrong(part, device[name] !== void 0));
	}
	return device;
}
function wrong(part, isTwice) {
	if (isTwice) return `"${part}" is given twice.`;
	return `"${part}" says nothing of a device: write version=15,label=lab, with ${[...single, ...Object.keys(several)].join(", ")}.`;
}
// src/client/pages.ts
/** Page after page, each fetched when it is asked for. */
async function* pages(client, id, ...[options]) {
	let cursor = options?.query?.cursor;
	do {
		const call = {
			...options,
			query: {
				...options?.query,
				cursor
			}
		};
		const { answer, headers } = await client.request(id, ...[call]);
		yield answer;
		cursor = nextCursor(headers.get("link"));
	} while (cursor !== null);
}
/** Record after record of all pages, such as each run of `listRuns`. */
async function* records(client, id, ...options) {
	for await (const page of pages(client, id, ...options)) yield* Object.values(page).find((member) => Array.isArray(member)) ?? [];
}
/** Only the place is taken from the link: its host may be one that is not ours to call. */
function nextCursor(link) {
	const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
	return next === void 0 ? null : new URL(next, "http://localhost").searchParams.get("cursor");
}
// src/client/put.ts
/** Without a byte taken, and then without an answer: storage may have gigabytes to write down before it answers. */
const stalledMs = 3e5;
/** Sends content of a known size, in bounded memory. The error of content that can't be read is thrown as it is. */
async function put(request) {
	const content = watched(request.content, request.size);
	try {
		await answering({
			timeoutMs: stalledMs,
			signal: request.signal
		}, (signal, getsOn) => {
			const onSent = (sentBytes) => {
				if (signal.aborted) return;
				getsOn();
				request.onProgress?.(sentBytes);
			};
			return "XMLHttpRequest" in globalThis ? putByXhr(request, signal, onSent) : putByFetch(request, content.stream(onSent), signal);
		});
	} catch (error) {
		throw request.signal?.aborted ? error : content.failure() ?? error;
	} finally {
		content.close();
	}
}
/**
* Servers need the length beforehand. Node's fetch sends the one that it is told; and it keeps no second copy of what it
* has sent, for a redirect or a prompt to send again, only if told that there will be neither.
*/
async function putByFetch({ url, size, fetch: send }, body, signal) {
	const response = await send(url, {
		method: "PUT",
		headers: {
			"content-type": "application/octet-stream",
			"content-length": String(size)
		},
		body,
		duplex: "half",
		redirect: "error",
		window: null,
		signal
	});
	if (!response.ok) throw await errorFrom(response);
	await response.arrayBuffer();
}
async function putByXhr({ url, content }, signal, onSent) {
	const blob = content instanceof Blob ? content : await new Response(content).blob();
	const { XMLHttpRequest } = globalThis;
	const xhr = new XMLHttpRequest();
	const stop = () => xhr.abort();
	signal.throwIfAborted();
	try {
		await new Promise((resolve, reject) => {
			xhr.upload.onprogress = ({ loaded }) => onSent(loaded);
			xhr.onload = () => resolve();
			xhr.onerror = () => reject(/* @__PURE__ */ new TypeError("the connection broke"));
			xhr.onabort = () => reject(signal.reason);
			signal.addEventListener("abort", stop, { once: true });
			xhr.open("PUT", url);
			xhr.setRequestHeader("content-type", "application/octet-stream");
			xhr.send(blob);
		});
	} finally {
		signal.removeEventListener("abort", stop);
	}
	if (xhr.status >= 200 && xhr.status < 300) return;
	throw await errorFrom(new Response(xhr.responseText, {
		status: xhr.status,
		headers: headersOf(xhr)
	}));
}
function headersOf(xhr) {
	const retryAfter = xhr.getResponseHeader("retry-after");
	return retryAfter === null ? {} : { "retry-after": retryAfter };
}
/**
* Tells how much was taken, and remembers why it could not be read. It has to be closed: an aborted `fetch` can't cancel a
* stream that it reads itself, and would take the rest of it, as fast as it can be read.
*/
function watched(content, size) {
	let failure = null;
	let close = () => void 0;
	const fail = (error) => {
		failure = error;
		throw error;
	};
	return {
		failure: () => failure,
		close: () => close(),
		stream(onSent) {
			const reader = (content instanceof Blob ? content.stream() : content).getReader();
			let sentBytes = 0;
			let isClosed = false;
			const leave = (reason) => {
				isClosed = true;
				return reader.cancel(reason).catch(() => void 0);
			};
			return new ReadableStream({
				start(controller) {
					close = () => {
						if (isClosed) return;
						controller.error(/* @__PURE__ */ new Error("the upload is over"));
						leave();
					};
				},
				async pull(controller) {
					const { done, value } = await reader.read().catch(fail);
					if (isClosed) return;
					sentBytes += value?.byteLength ?? 0;
					if (sentBytes > size || done && sentBytes < size) fail(/* @__PURE__ */ new TypeError(`size: is ${size}, but the content has ${done ? sentBytes : "more"} bytes`));
					if (done) {
						isClosed = true;
						return controller.close();
					}
					controller.enqueue(value);
					onSent(sentBytes);
				},
				cancel: leave
			}, { highWaterMark: 0 });
		}
	};
}
// src/client/uploads.ts
/** After these storage may take the same bytes a moment later. */
const passingInStorage = [
	429,
	500,
	502,
	503,
	504
];
const confirmTimeoutMs = 3e5;
/** Ticket, storage, confirmation: the three steps of an upload, each repeated when a connection breaks. */
async function uploadApp(client, upload) {
	const there = await findSame(client, upload);
	if (there !== null) return {
		app: there,
		wasThere: true
	};
	const ticket = await store(client, upload);
	const { projectId, removeAfter, sha256, signal } = upload;
	const { app } = await client.call("confirmUpload", {
		path: { projectId },
		body: {
			storageKey: ticket.storageKey,
			filename: ticket.filename,
			fileSize: ticket.fileSize,
			removeAfter,
			sha256
		},
		signal,
		timeoutMs: confirmTimeoutMs
	});
	return {
		app,
		wasThere: false
	};
}
/** A ticket whose time ran out while connections broke is replaced once. */
async function store(client, upload) {
	const ticket = await initiate(client, upload);
	let attempts = 0;
	const send = ({ uploadUrl }) => retrying(client.retryPolicy, {
		what: "upload",
		isRepeatable: true,
		passing: passingInStorage,
		signal: upload.signal
	}, async () => {
		attempts += 1;
		await sendContent(client, upload, uploadUrl);
	});
	try {
		await send(ticket);
		return ticket;
	} catch (error) {
		if (!(error instanceof GantryError && error.status === 403 && attempts > 1)) throw error;
		const another = await initiate(client, upload);
		await send(another);
		return another;
	}
}
function initiate(client, upload) {
	const { projectId, filename, size, removeAfter, signal } = upload;
	const body = {
		filename,
		fileSize: size,
		removeAfter
	};
	return client.call("initiateUpload", {
		path: { projectId },
		body,
		signal
	});
}
async function sendContent(client, upload, url) {
	const { size: totalBytes, open, onProgress, signal } = upload;
	onProgress?.({
		sentBytes: 0,
		totalBytes
	});
	await put({
		url,
		size: totalBytes,
		content: await open(),
		fetch: client.fetch,
		signal,
		onProgress: (sentBytes) => onProgress?.({
			sentBytes,
			totalBytes
		})
	});
}
/**
* Only the newest upload of its bundle identifier will do: whoever then names the app by that identifier must get this
* content, not what was uploaded since. And it must stay for at least half as long as a new one would.
*/
async function findSame(client, upload) {
	const { projectId, size, sha256, evenIfThere = false, removeAfter, signal } = upload;
	if (sha256 === void 0 || evenIfThere) return null;
	const newest = async (query) => {
		const call = {
			path: { projectId },
			query: {
				...query,
				limit: 1
			},
			signal
		};
		return (await client.call("listApps", call)).apps[0];
	};
	const app = await newest({ sha256 });
	if (app === void 0 || app.fileSize !== size || !staysFor(app, removeAfter)) return null;
	if (app.bundleId === null) return app;
	return (await newest({ bundleId: app.bundleId }))?.id === app.id ? app : null;
}
function staysFor({ expiresAt }, removeAfter) {
	if (expiresAt === null) return true;
	return removeAfter !== void 0 && Date.parse(expiresAt) - Date.now() >= removeAfter * 1e3 / 2;
}
// src/client/waiting.ts
/** It did not end in the time that was given. It goes on all the same. */
var WaitTimeoutError = class extends Error {
	name = "WaitTimeoutError";
	/** What it was when it was last seen. */
	last;
	constructor(message, last) {
		super(message);
		this.last = last;
	}
};
/** The run as it ended, in whatever way: look at `status`, and at `output.result` of a completed one. */
function waitForRun(client, id, options = {}) {
	return waitForEnd(client, options, {
		what: `Run ${id}`,
		read: (signal) => client.call("getRun", {
			path: { id },
			signal
		}),
		isTold: ({ type, data }) => type.startsWith("run.") && data.id === id
	});
}
/** The batch when all of its runs have ended: `result` is `PASS` when each has passed. */
function waitForBatch(client, id, options = {}) {
	return waitForEnd(client, options, {
		what: `Batch ${id}`,
		read: async (signal) => (await client.call("getBatch", {
			path: { id },
			signal
		})).batch,
		isTold: ({ data }) => data.id === id || data.batchId === id
	});
}
/** While events come, one that got lost costs at most this. */
const lookAnywayMs = 15e3;
const firstPollMs = 500;
const longestPollMs = 5e3;
/** A large batch changes all the time. */
const betweenLooksMs = 200;
/** Events say when to look; where they do not come through, it looks by itself, less and less often. */
async function waitForEnd(client, { onChange, signal, timeoutMs, outageMs = defaultOutageMs }, { what, read, isTold }) {
	const over = new AbortController();
	const until = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
	const timer = timeoutMs === void 0 ? void 0 : setTimeout(() => over.abort(timedOut), timeoutMs);
	const bell = createBell();
	let last;
	let isFollowing = false;
	let answeredAtMs = Date.now();
	async function follow(projectId) {
		const onOpen = () => {
			isFollowing = true;
			bell.ring();
		};
		for await (const event of client.events({
			projectId,
			signal: until,
			onOpen,
			outageMs
		})) if (isTold(event)) bell.ring();
	}
	try {
		for (let pollMs = firstPollMs;; pollMs = Math.min(longestPollMs, pollMs * 1.5)) {
			const state = await read(until).catch((error) => {
				if (!isOutage(error) || Date.now() - answeredAtMs > outageMs) throw error;
				return null;
			});
			if (state !== null) {
				answeredAtMs = Date.now();
				const isFirst = last === void 0;
				if (JSON.stringify(state) !== JSON.stringify(last)) onChange?.(state);
				last = state;
				if (state.completedAt !== null) return state;
				if (isFirst) follow(state.projectId).catch(() => void 0).finally(() => {
					isFollowing = false;
					bell.ring();
				});
			}
			await wait(betweenLooksMs, until);
			await bell.heard(isFollowing ? lookAnywayMs : pollMs, until);
		}
	} catch (error) {
		if (error !== timedOut) throw error;
		throw new WaitTimeoutError(`${what} has not ended within ${timeoutMs} ms.`, last);
	} finally {
		clearTimeout(timer);
		over.abort();
	}
}
const timedOut = /* @__PURE__ */ new Error("the time is over");
/** Rung at any time, it is heard by the next who listens. */
function createBell() {
	let isRung = false;
	let wake = null;
	return {
		ring() {
			isRung = true;
			wake?.();
		},
		async heard(atMostMs, signal) {
			const heard = new AbortController();
			wake = () => heard.abort();
			if (!isRung) await wait(atMostMs, AbortSignal.any([signal, heard.signal])).catch(() => signal.throwIfAborted());
			signal.throwIfAborted();
			wake = null;
			isRung = false;
		}
	};
}
// action/inputs.ts
/** All faults of the inputs at once. */
var InputError = class extends Error {
	name = "InputError";
};
const unitSeconds = {
	"": 1,
	s: 1,
	m: 60,
	h: 3600,
	d: 86400
};
/** The runner gives the input `api-key` as `INPUT_API-KEY`; one that was left out is empty. */
function readInputs(env) {
	const faults = [];
	const text = (name) => env[`INPUT_${name.toUpperCase()}`]?.trim() || void 0;
	const flag = (name, fallback) => {
		const value = text(name)?.toLowerCase();
		if (value === void 0) return fallback;
		if (value !== "true" && value !== "false") faults.push(`${name}: must be true or false; it is "${value}"`);
		return value === "true";
	};
	const address = (name) => {
		const value = text(name);
		if (value !== void 0 && !isAddress(value)) faults.push(`${name}: must be an address that begins with https:// or http://`);
		return value;
	};
	const seconds = (name) => {
		const value = text(name);
		if (value === void 0) return void 0;
		const [, count = "", unit = ""] = /^(\d{1,9}) ?([smhd]?)$/.exec(value) ?? [];
		const parsed = Number(count) * (unitSeconds[unit] ?? 1);
		if (parsed < 1) faults.push(`${name}: must be a time such as 3600 (seconds), 90m, 12h or 7d; it is "${value}"`);
		return parsed;
	};
	const minutes = (name, fallback) => {
		const value = text(name);
		if (value === void 0) return fallback;
		const parsed = Number(value);
		if (!(parsed > 0 && parsed <= 1e4)) faults.push(`${name}: must be a number of minutes; it is "${value}"`);
		return parsed;
	};
	const webhook = text("webhook-url") === void 0 ? void 0 : readWebhook(text("webhook-url") ?? "");
	if (webhook === null) faults.push("webhook-url: must be the address of a group webhook, as \"gantry groups webhook\" has shown it");
	const inputs = {
		url: address("url") ?? webhook?.service ?? "",
		apiKey: text("api-key"),
		project: text("project"),
		appPath: text("app-path"),
		removeAfterSeconds: seconds("remove-after"),
		start: startOf(text("group"), webhook ?? void 0, text("prompt")),
		bundleId: text("bundle-id"),
		artifactUrl: address("artifact-url"),
		targetUrl: address("target-url"),
		environment: text("environment"),
		device: deviceOf(text("device"), faults),
		wait: flag("wait", true),
		timeoutMinutes: minutes("timeout-minutes", 60),
		junitPath: text("junit-path"),
		summary: flag("summary", true)
	};
	faults.push(...contradictions(inputs, text));
	if (faults.length > 0) throw new InputError(faults.join("\n"));
	return inputs;
}
function deviceOf(text, faults) {
	if (text === void 0) return void 0;
	try {
		return parseDeviceText(text);
	} catch (error) {
		faults.push(`device: ${error instanceof Error ? error.message : String(error)}`);
		return;
	}
}
/** What must not stand in the log, readable inputs or not. */
function secretsIn(env) {
	const webhookUrl = env["INPUT_WEBHOOK-URL"]?.trim() ?? "";
	return [
		env["INPUT_API-KEY"]?.trim() ?? "",
		webhookUrl,
		readWebhook(webhookUrl)?.secret ?? ""
	].filter(Boolean);
}
function contradictions(inputs, text) {
	const { start, apiKey, appPath, bundleId, artifactUrl, targetUrl, environment, wait, junitPath } = inputs;
	const starts = [
		"group",
		"webhook-url",
		"prompt"
	].filter((name) => text(name) !== void 0);
	const apps = [
		appPath,
		bundleId,
		artifactUrl
	].filter((one) => one !== void 0);
	const needsKey = appPath !== void 0 || start?.kind !== "webhook" || wait;
	return [
		inputs.url === "" && "url: must be given",
		needsKey && apiKey === void 0 && `api-key: must be given${start?.kind === "webhook" && appPath === void 0 ? "; only webhook-url with wait: false goes without" : ""}`,
		starts.length > 1 && `${starts.join(", ")}: give one of them`,
		starts.length === 0 && appPath === void 0 && "group: must be given, or webhook-url, prompt or app-path",
		targetUrl !== void 0 && environment !== void 0 && "target-url, environment: give at most one of them",
		apps.length > 1 && "app-path, bundle-id, artifact-url: give at most one of them",
		junitPath !== void 0 && (start?.kind === "prompt" || start === void 0 || !wait) && "junit-path: there is a report of a group that is waited for"
	].filter((fault) => fault !== false);
}
function startOf(group, webhook, prompt) {
	if (group !== void 0) return {
		kind: "group",
		group
	};
	if (webhook !== void 0) return {
		kind: "webhook",
		id: webhook.id,
		secret: webhook.secret
	};
	return prompt === void 0 ? void 0 : {
		kind: "prompt",
		prompt
	};
}
function readWebhook(text) {
	const [, service, id, secret] = /^(https?:\/\/\S+?)\/api\/v1\/groups\/webhook\/([^/?#\s]+)\/([^/?#\s]+)$/.exec(text) ?? [];
	return service && id && secret ? {
		service,
		id: decodeURIComponent(id),
		secret: decodeURIComponent(secret)
	} : null;
}
function isAddress(text) {
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
// src/cli/errors.ts
/** The caller has to change something. */
var UsageError = class extends Error {
	name = "UsageError";
	/** The command whose help has the answer. */
	path;
	constructor(message, path) {
		super(message);
		this.path = path;
	}
};
// src/cli/terminal/text.ts
/**
* Text of others as it may be shown: what a page, a title or a file name contains must not steer the terminal. Line
* breaks become blanks.
*/
function clean(text) {
	return text.replace(/[\r\n\t]+/g, " ").replace(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "");
}
// src/cli/project-of-key.ts
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
function isId(text) {
	return uuid.test(text);
}
/** The id of a project that is named by its id or its name. */
async function findProject$1(client, idOrName) {
	if (isId(idOrName)) return idOrName.toLowerCase();
	const projects = await allProjects(client);
	if (projects === null) throw new UsageError("This key is that of one project and can look up no names: give the id, or leave it out.");
	return pickByName(projects, idOrName, {
		noun: "project",
		nameOf: ({ name }) => name
	}).id;
}
/** The project that a key implies: that of a project key, or the only one that there is. */
async function projectOfKey(client) {
	const projects = await allProjects(client);
	if (projects === null) return openingOfEvents(client);
	const [first, ...others] = projects;
	if (first !== void 0 && others.length === 0) return first.id;
	if (first === void 0) throw new UsageError("There is no project yet: see \"gantry projects create --help\".");
	throw new UsageError(`There are several projects. Name one with --project or GANTRY_PROJECT:\n${projects.slice(0, 10).map(({ id, name }) => `  ${id}  ${clean(name)}`).join("\n")}`);
}
/** The one that has this name; letter case counts only where several differ in nothing else. */
function pickByName(items, name, { noun, nameOf }) {
	const exact = items.filter((item) => nameOf(item) === name);
	const similar = items.filter((item) => nameOf(item).toLowerCase() === name.toLowerCase());
	const matches = exact.length > 0 ? exact : similar;
	const [match, ...others] = matches;
	if (match !== void 0 && others.length === 0) return match;
	if (match === void 0) throw new UsageError(`There is no ${noun} "${clean(name)}".`);
	throw new UsageError(`${matches.length} ${noun}s are called "${clean(name)}". Name one by its id:\n${matches.map(({ id }) => `  ${id}`).join("\n")}`);
}
/** Null for a project key, which may not list them. */
async function allProjects(client) {
	try {
		const projects = [];
		for await (const project of records(client, "listProjects")) projects.push(project);
		return projects;
	} catch (error) {
		if (error instanceof GantryError && error.status === 403) return null;
		throw error;
	}
}
/** The stream of events opens with the project of the key; no other call tells a project key its project. */
async function openingOfEvents(client) {
	const reader = (await client.call("followEvents")).getReader();
	try {
		const { value } = await reader.read();
		const opening = new TextDecoder().decode(value);
		const id = /^: events of project (\S+)$/m.exec(opening)?.[1];
		if (id !== void 0 && isId(id)) return id;
	} finally {
		await reader.cancel().catch(() => void 0);
	}
	throw new UsageError("Name the project of this key with --project or GANTRY_PROJECT.");
}
// action/lookup.ts
/** The id of a project that is given by id or name, or else the one that the key implies. */
function findProject(client, given) {
	return (given === void 0 ? projectOfKey(client) : findProject$1(client, given)).catch((error) => {
		if (!(error instanceof UsageError)) throw error;
		throw new InputError(given === void 0 ? "project: must be given, since the key does not say which one is meant" : `project: ${error.message}`);
	});
}
async function findGroup(client, given, projectId) {
	if (isId(given)) return given;
	const groups = [];
	for await (const group of records(client, "listGroups", { query: { projectId } })) groups.push(group);
	try {
		return pickByName(groups, given, {
			noun: "group",
			nameOf: ({ name }) => name
		}).id;
	} catch (error) {
		throw error instanceof UsageError ? new InputError(`group: ${error.message}`) : error;
	}
}
// action/outcome.ts
async function outcomeOfBatch(client, batch, signal) {
	const runs = /* @__PURE__ */ new Map();
	const query = {
		batchId: batch.id,
		projectId: batch.projectId
	};
	for await (const run of records(client, "listRuns", {
		query,
		signal
	})) runs.set(run.id, run);
	const tested = batch.runs.flatMap(({ id, title }) => {
		const run = runs.get(id);
		return run === void 0 ? [] : [{
			title,
			run,
			verdict: verdictOf(run)
		}];
	});
	return counted(batch.groupName, tested, batch.result === "PASS");
}
function outcomeOfRun(run) {
	const title = run.output.featureName ?? firstLine(run.prompt ?? run.id);
	return counted(title, [{
		title,
		run,
		verdict: verdictOf(run)
	}], run.output.result === "PASS");
}
/** Of a run that has ended. */
function verdictOf(run) {
	const result = "output" in run ? run.output.result : run.result;
	if (run.status === "completed") return result === "PASS" ? "PASS" : "FAILED";
	return run.status === "cancelled" ? "CANCELLED" : "ERROR";
}
/** What was counted here must not make a PASS of what the service calls otherwise. */
function counted(name, tested, isPass) {
	const count = (...verdicts) => tested.filter(({ verdict }) => verdicts.includes(verdict)).length;
	const passed = count("PASS");
	const failed = count("FAILED");
	const errors = count("ERROR", "CANCELLED");
	const hasPassed = isPass && passed > 0 && failed + errors === 0;
	return {
		name,
		tested,
		passed,
		failed,
		errors,
		result: failed > 0 ? "FAILED" : hasPassed ? "PASS" : "ERROR"
	};
}
function firstLine(text) {
	const line = text.trim().split("\n")[0] ?? "";
	return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
// action/report.ts
/** GitHub shows ten errors of a step; the last place says how many more there are. */
const mostErrors = 10;
/** Says of each test that has not passed why, as an error of the job. */
function annotate(runner, { tested, name }) {
	const bad = tested.filter(({ verdict }) => verdict !== "PASS");
	const shown = bad.length <= mostErrors ? bad : bad.slice(0, 9);
	for (const one of shown) runner.error(titleOf(one), reasonOf(one));
	const rest = bad.length - shown.length;
	if (rest > 0) runner.error(`Gantry: ${name}`, `${rest} more have not passed; the summary of the job has them all.`);
	if (tested.length === 0) runner.error(`Gantry: ${name}`, "There was no run, so there is no verdict.");
}
/** The path as it was given, when it is written. */
async function writeJUnit(client, batchId, { path, workspace }) {
	const file = resolve(workspace, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await client.call("getBatchAsJUnit", { path: { id: batchId } }));
}
function titleOf({ title, verdict }) {
	if (verdict === "FAILED") return `Test failed: ${title}`;
	return verdict === "CANCELLED" ? `Cancelled: ${title}` : `Could not be carried out: ${title}`;
}
function reasonOf({ verdict, run }) {
	if (verdict === "CANCELLED") return `Run ${run.id} was cancelled, so there is no verdict.`;
	if (run.error !== null) return `${run.error.code}: ${run.error.message}`;
	return run.output.issues.filter(({ type }) => type === "issue").slice(0, 5).flatMap(({ name, expectedBehavior, actualBehavior, screenshotUrl }) => [
		name,
		expectedBehavior && `  expected: ${expectedBehavior}`,
		actualBehavior && `  actual: ${actualBehavior}`,
		screenshotUrl && `  screenshot: ${screenshotUrl}`
	]).filter(Boolean).join("\n").slice(0, 4e3).toWellFormed() || "A check did not hold.";
}
// action/runner.ts
function createRunner(env, write) {
	const annotate = (kind) => (title, message) => write(`::${kind} title=${escapeProperty(disarm(title))}::${escapeData(disarm(message))}\n`);
	return {
		say: (line) => write(`${plainLine(line)}\n`),
		error: annotate("error"),
		warning: annotate("warning"),
		mask(secret) {
			for (const line of secret.split(/\r?\n/).filter(Boolean)) write(`::add-mask::${escapeData(line)}\n`);
		},
		async output(name, value) {
			if (!env.GITHUB_OUTPUT) return;
			const delimiter = `gantry_${crypto.randomUUID()}`;
			await appendFile(env.GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
		},
		async summary(html) {
			if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, html);
		}
	};
}
function escapeData(text) {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function escapeProperty(text) {
	return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
/** The runner obeys a line that begins with `::`, and one that has `##[` anywhere. Titles and texts of tested pages may hold both. */
function plainLine(text) {
	return disarm(text.replace(/\p{Cc}+/gu, " ")).replace(/^(\s*):(?=:)/, "$1: ");
}
function disarm(text) {
	return text.replaceAll("##[", "## [");
}
// action/start.ts
/** A call that is broken off may have started something that nobody would cancel: it is given this time to answer. */
const momentMs = 3e3;
async function startTests(client, cancelled, env, request) {
	const { start, appId, bundleId, artifactUrl, targetUrl, environment, device, projectId } = request;
	const names = {
		appId,
		bundleId,
		artifactUrl
	};
	const mobile = Object.values(names).some((name) => name !== void 0) ? names : void 0;
	const headers = idempotency(env, request);
	const group = start.kind === "group" ? await findGroup(interruptible(client, cancelled), start.group, projectId) : "";
	const signal = aMomentAfter(cancelled);
	if (start.kind === "prompt") {
		const body = {
			prompt: start.prompt,
			targetUrl,
			environment,
			mobile,
			device,
			projectId
		};
		return {
			batchId: null,
			runIds: [(await client.call("submitRun", {
				body,
				headers,
				signal
			})).id]
		};
	}
	const body = {
		mobile,
		device,
		targetUrl,
		environment,
		commitSha: env.GITHUB_SHA || void 0
	};
	const { batchId, runIds } = start.kind === "group" ? await client.call("triggerGroup", {
		path: { id: group },
		body,
		headers,
		signal
	}) : await client.call("triggerGroupByWebhook", {
		path: {
			id: start.id,
			secret: start.secret
		},
		body,
		headers,
		signal
	});
	return {
		batchId,
		runIds
	};
}
function aMomentAfter(signal) {
	const later = new AbortController();
	const arm = () => void setTimeout(() => later.abort(signal.reason), momentMs).unref();
	if (signal.aborted) arm();
	else signal.addEventListener("abort", arm, { once: true });
	return later.signal;
}
/**
* One for each attempt of a step of a job: done again, the step finds what it has started. The jobs of a matrix have the same
* name, so that runner and request take part too.
*/
function idempotency(env, request) {
	const { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT = "1", GITHUB_JOB, GITHUB_ACTION, RUNNER_NAME } = env;
	if (!GITHUB_RUN_ID) return {};
	const step = JSON.stringify([
		env.GITHUB_REPOSITORY,
		GITHUB_JOB,
		GITHUB_ACTION,
		RUNNER_NAME,
		request
	]);
	return { "idempotency-key": `github-${GITHUB_RUN_ID}-${GITHUB_RUN_ATTEMPT}-${createHash("sha256").update(step).digest("hex")}` };
}
// action/summary.ts
/** The runner takes 1 MiB of a step, and nothing of what is larger. */
const largestBytes = 1e6;
const longestText = 1e3;
const marks = {
	PASS: "✅",
	FAILED: "❌",
	ERROR: "⚠️",
	CANCELLED: "🚫"
};
const words = {
	PASS: "passed",
	FAILED: "failed",
	ERROR: "could not be carried out",
	CANCELLED: "cancelled"
};
/**
* The summary of the job, as HTML without a blank line: GitHub then reads no Markdown in it, and what the tested page says stays
* text, whatever it holds.
*/
function summaryOf(outcome) {
	const { name, tested, passed } = outcome;
	return `${withinLimit([`<h3>${marks[outcome.result]} ${escaped(name)}: ${passed} of ${tested.length} passed</h3>`, ...[...tableOf(tested), ...tested.filter(({ verdict }) => verdict !== "PASS").map(sectionOf)]]).join("\n")}\n\n`;
}
function tableOf(tested) {
	return [
		`<table><tr><th>Result</th><th>Test</th><th>Time</th><th>Evidence</th></tr>`,
		...tested.map(({ title, verdict, run }) => `<tr><td>${marks[verdict]} ${words[verdict]}</td><td>${escaped(title)}</td><td>${time(run.durationMs)}</td><td>${evidence(run.output)}</td></tr>`),
		"</table>"
	];
}
function sectionOf({ title, verdict, run }) {
	const { issues, steps } = run.output;
	const failed = steps.filter(({ status }) => status === "failed");
	return [
		`<details open><summary>${marks[verdict]} <b>${escaped(title)}</b></summary>`,
		run.error === null ? "" : `<p><b>${escaped(run.error.code)}</b>: ${escaped(run.error.message)}</p>`,
		...issues.filter(({ type }) => type === "issue").map(issueOf),
		...failed.map((step) => `<p>Step ${step.stepIndex + 1}: ${escaped(step.title)}. ${escaped(step.error ?? "")}</p>`),
		picture(issues.find(({ screenshotUrl }) => screenshotUrl !== null)?.screenshotUrl ?? failed[0]?.screenshotUrl ?? null),
		run.output.traceUrl === null ? "" : `<p>Trace: <code>npx playwright-core show-trace ${escaped(run.output.traceUrl)}</code></p>`,
		`<p>Run <code>${escaped(run.id)}</code></p></details>`
	].filter(Boolean).join("\n");
}
function issueOf(issue) {
	const rows = [
		["expected", issue.expectedBehavior],
		["actual", issue.actualBehavior],
		["at", issue.url]
	].flatMap(([label, text]) => text ? [`<br>${label}: ${escaped(text)}`] : []);
	return `<p><b>${escaped(issue.name)}</b>: ${escaped(issue.description)}${rows.join("")}</p>`;
}
function evidence({ screenshots }) {
	return screenshots.slice(-5).map((url, at, shown) => link(url, String(screenshots.length - shown.length + at + 1))).join(" ");
}
/** GitHub fetches pictures by itself, and only from where it can reach. */
function picture(url) {
	if (url === null) return "";
	return `<p>${link(url, /^https:/i.test(url) ? `<img src="${escaped(url)}" width="480" alt="screenshot">` : "Screenshot")}</p>`;
}
/** `label` is HTML. */
function link(url, label) {
	return /^https?:/i.test(url) ? `<a href="${escaped(url)}">${label}</a>` : "";
}
function withinLimit(pieces) {
	const kept = [];
	let bytes = 0;
	for (const [at, piece] of pieces.entries()) {
		bytes += Buffer.byteLength(piece) + 1;
		if (bytes > largestBytes) return [...kept, `<p>… ${pieces.length - at} more are left out.</p>`];
		kept.push(piece);
	}
	return kept;
}
const entities = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
function escaped(text) {
	return (text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()}…`).replace(/[&<>"']/g, (character) => entities[character] ?? "").replace(/\s*\n\s*/g, "<br>").replace(/[^\S ]+/g, " ");
}
function time(durationMs) {
	return durationMs === null ? "" : `${(durationMs / 1e3).toFixed(1)} s`;
}
// action/upload.ts
/** Nothing is sent when the same content is there already. */
async function uploadBuild(client, runner, { path, workspace, projectId, removeAfterSeconds }, signal) {
	const file = resolve(workspace, path);
	const { app, wasThere } = await uploadApp(client, {
		projectId,
		filename: basename(file),
		size: await sizeOf(file, path),
		sha256: await digest(file, signal),
		open: () => Readable.toWeb(createReadStream(file)),
		removeAfter: removeAfterSeconds,
		onProgress: everyQuarter((percent) => runner.say(`Uploading ${path}: ${percent} %`)),
		signal
	});
	const version = [app.appVersion, app.buildVersion && `(${app.buildVersion})`].filter(Boolean).join(" ");
	const how = wasThere ? "is there already, with the same content" : "is uploaded";
	runner.say(`${app.bundleId ?? app.filename} ${version} ${how}: ${app.id}`);
	return app;
}
async function sizeOf(file, path) {
	const found = await stat(file).catch(() => null);
	if (found === null) throw new InputError(`app-path: there is no file "${path}"`);
	if (found.isDirectory()) throw new InputError(`app-path: "${path}" is a folder; pack it first, such as: ditto -c -k --keepParent MyApp.app MyApp.app.zip`);
	return found.size;
}
async function digest(file, signal) {
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash, { signal });
	return hash.digest("hex");
}
function everyQuarter(tell) {
	let told = 0;
	return ({ sentBytes, totalBytes }) => {
		const quarter = Math.floor(4 * sentBytes / totalBytes);
		if (quarter > told) tell(quarter * 25);
		told = quarter;
	};
}
// action/run-action.ts
var JobCancelled = class extends Error {
	name = "JobCancelled";
};
/** The whole step: upload, start, wait, report. Answers with the exit code; all that goes wrong is said as an error of the job. */
async function runAction({ env, write, onCancel }) {
	const runner = createRunner(env, write);
	for (const secret of secretsIn(env)) runner.mask(secret);
	const cancelled = new AbortController();
	const stopListening = onCancel(() => {
		if (!cancelled.signal.aborted) runner.say("The job was cancelled. Stopping.");
		cancelled.abort(new JobCancelled());
	});
	try {
		return await perform(readInputs(env), {
			env,
			runner,
			signal: cancelled.signal
		});
	} catch (error) {
		const { title, message } = describe(error);
		runner.error(title, message);
		return 1;
	} finally {
		stopListening();
	}
}
async function perform(inputs, job) {
	const { env, runner, signal } = job;
	const lasting = createClient({
		url: inputs.url,
		apiKey: inputs.apiKey,
		onRetry: ({ what, error, delayMs }) => runner.say(`${what}: ${error.message} Trying again in ${Math.ceil(delayMs / 1e3)} s.`)
	});
	const client = interruptible(lasting, signal);
	const workspace = env.GITHUB_WORKSPACE || ".";
	const { start, project, appPath, removeAfterSeconds } = inputs;
	let appId;
	if (appPath !== void 0) {
		const app = await uploadBuild(client, runner, {
			path: appPath,
			workspace,
			projectId: await findProject(client, project),
			removeAfterSeconds
		}, signal);
		appId = app.id;
		await runner.output("app-id", app.id);
	}
	if (start === void 0) return 0;
	signal.throwIfAborted();
	const projectId = project === void 0 ? void 0 : await findProject(client, project);
	const started = await startTests(lasting, signal, env, {
		...inputs,
		start,
		appId,
		projectId
	});
	runner.say(started.batchId === null ? `Started run ${started.runIds[0]}` : `Started batch ${started.batchId} of ${started.runIds.length} runs`);
	await runner.output("batch-id", started.batchId ?? "");
	await runner.output("run-ids", JSON.stringify(started.runIds));
	if (!inputs.wait) return 0;
	const outcome = await cancelledUnlessEnded(lasting, started, job, () => awaitOutcome(client, started, inputs, job));
	await runner.output("result", outcome.result);
	await runner.output("passed", String(outcome.passed));
	await runner.output("failed", String(outcome.failed));
	await runner.output("errors", String(outcome.errors));
	if (inputs.summary) await runner.summary(summaryOf(outcome));
	annotate(runner, outcome);
	if (started.batchId !== null && inputs.junitPath !== void 0) {
		await writeJUnit(client, started.batchId, {
			path: inputs.junitPath,
			workspace
		});
		await runner.output("junit-path", inputs.junitPath);
	}
	runner.say(`${outcome.result}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.errors} without a verdict`);
	return outcome.result === "PASS" ? 0 : 1;
}
async function awaitOutcome(client, { batchId, runIds: [runId = ""] }, { timeoutMinutes }, { runner, signal }) {
	const timeoutMs = timeoutMinutes * 6e4;
	if (batchId === null) return outcomeOfRun(await waitForRun(client, runId, {
		signal,
		timeoutMs,
		onChange: tellSteps(runner)
	}));
	return outcomeOfBatch(client, await waitForBatch(client, batchId, {
		signal,
		timeoutMs,
		onChange: tellRuns(runner)
	}), signal);
}
/** Nobody looks at what a job has left behind: it is ended, whether the job was cancelled or its time is over. */
async function cancelledUnlessEnded(client, started, { runner }, work) {
	try {
		return await work();
	} catch (error) {
		if (error instanceof JobCancelled || error instanceof WaitTimeoutError) await cancel(client, started, runner);
		throw error;
	}
}
/** The runner waits ten seconds before it ends this process. */
const cancelTimeoutMs = 3e3;
async function cancel(client, { batchId, runIds: [runId = ""] }, runner) {
	const options = {
		timeoutMs: cancelTimeoutMs,
		signal: AbortSignal.timeout(2 * cancelTimeoutMs)
	};
	try {
		if (batchId === null) await client.call("cancelRun", {
			path: { id: runId },
			...options
		});
		else await client.call("cancelBatch", {
			path: { id: batchId },
			...options
		});
		runner.say(batchId === null ? `Cancelled run ${runId}` : `Cancelled batch ${batchId}`);
	} catch (error) {
		if (error instanceof GantryError && error.status === 409) return;
		runner.warning("Gantry", `${batchId ?? runId} could not be cancelled and may go on. ${error instanceof Error ? error.message : error}`);
	}
}
function tellRuns(runner) {
	const told = /* @__PURE__ */ new Set();
	return ({ runs }) => {
		for (const run of runs) {
			if (!(run.status !== "queued" && run.status !== "running") || told.has(run.id)) continue;
			told.add(run.id);
			runner.say(`${verdictOf(run).padEnd(9)} ${run.title}`);
		}
	};
}
function tellSteps(runner) {
	let told = 0;
	return ({ output: { steps } }) => {
		for (const { status, title } of steps.slice(told)) runner.say(`${status.padEnd(9)} ${title}`);
		told = Math.max(told, steps.length);
	};
}
function describe(error) {
	if (error instanceof InputError) return {
		title: "Gantry: the inputs are wrong",
		message: error.message
	};
	if (error instanceof JobCancelled) return {
		title: "Gantry: cancelled",
		message: "The job was cancelled."
	};
	if (error instanceof UnreachableError) return {
		title: "Gantry: the service is out of reach",
		message: error.message
	};
	if (error instanceof WaitTimeoutError) return {
		title: "Gantry: the time is over",
		message: `${error.message} What was started is cancelled; timeout-minutes says how long to wait.`
	};
	if (error instanceof GantryError) {
		const fields = error.details.map(({ path, message }) => `\n${path}: ${message}`).join("");
		const request = error.requestId === void 0 ? "" : ` (request ${error.requestId})`;
		return {
			title: "Gantry: the service refused",
			message: `${error.code}: ${error.message}${fields}${request}`
		};
	}
	return {
		title: "Gantry: the action has failed",
		message: error instanceof Error ? error.stack ?? error.message : String(error)
	};
}
// action/index.ts
process.exitCode = await runAction({
	env: process.env,
	write: (text) => void process.stdout.write(text),
	onCancel(listener) {
		const signals = ["SIGINT", "SIGTERM"];
		for (const signal of signals) process.on(signal, listener);
		return () => {
			for (const signal of signals) process.off(signal, listener);
		};
	}
});
export {};

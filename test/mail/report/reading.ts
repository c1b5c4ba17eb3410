// What a report says, read from its text.
import { type ClassifiedReport, classifyReport } from "../../../src/mail/report/classify.ts";

export function read(text: string): ClassifiedReport {
  return classifyReport(Buffer.from(text.replaceAll("\n", "\r\n")));
}

/** Kind, and each recipient's address, action, status and hardness. */
export function summary(report: ClassifiedReport) {
  return [
    report.kind,
    ...report.recipients.map(({ address, action, status, hard }) => [
      address,
      action,
      status,
      hard ? "hard" : "soft",
    ]),
  ];
}

/** A mail that was returned. */
export const original = `Return-Path: <bounces+abc@near.example>
Received: from near.example by mx.near.example; Fri, 2 Jan 2026 03:04:05 +0000
From: Anna <a@near.example>
To: gone@far.example
Message-ID: <0199@mx.near.example>
Subject: Hello

Hello there`;

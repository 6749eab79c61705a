import type { Migration } from '../migration';

export const ruleMigrations: readonly Migration[] = [
  {
    id: 'rules-1',
    statements: [
      // What rules and tables refer to: datasets, schemas, ticket repositories, loggers and the like.
      `CREATE TABLE reference_object (
        kind VARCHAR NOT NULL,
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        table_name VARCHAR
      )`,
      // The configuration is one JSON document, since fields that this release does not know are kept too.
      `CREATE TABLE detection_rule (
        kind VARCHAR NOT NULL,
        guid VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        enabled BOOLEAN NOT NULL,
        configuration VARCHAR NOT NULL,
        user_name VARCHAR NOT NULL,
        created TIMESTAMPTZ NOT NULL,
        updated TIMESTAMPTZ NOT NULL
      )`,
      `CREATE TABLE rule_version (
        rule_guid VARCHAR NOT NULL,
        version INTEGER NOT NULL,
        created TIMESTAMPTZ NOT NULL,
        user_name VARCHAR NOT NULL,
        description VARCHAR,
        configuration VARCHAR NOT NULL
      )`,
    ],
  },
];

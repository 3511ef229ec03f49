// .NET Core 2.1 or later, or Mono.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Verify
{
    private const long ToleranceInSeconds = 300;
    private const int ShortestKey = 24;

    /// <summary>Whether the service signed the request (Standard Webhooks).</summary>
    /// <param name="header">The value of a header, or null: name => (string)request.Headers[name]</param>
    /// <param name="body">The raw bytes, before parsing.</param>
    /// <param name="secrets">One, or two during a rotation.</param>
    /// <param name="now">Unix seconds: DateTimeOffset.UtcNow.ToUnixTimeSeconds()</param>
    /// <exception cref="ArgumentException">A secret is malformed.</exception>
    public static bool IsSigned(Func<string, string> header, byte[] body, IReadOnlyList<string> secrets, long now)
    {
        string id = header("webhook-id");
        string timestamp = header("webhook-timestamp");
        string signatures = header("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return false;
        if (!Regex.IsMatch(timestamp, @"\A[0-9]{1,15}\z")) return false;
        if (Math.Abs(now - long.Parse(timestamp)) > ToleranceInSeconds) return false;
        byte[] signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        foreach (byte[] key in secrets.Select(KeyOf).ToList())
        {
            string expected = "v1," + Convert.ToBase64String(Hmac(key, signed));
            if (signatures.Split(' ').Any(signature => IsEqual(signature, expected))) return true;
        }
        return false;
    }

    /// <summary>
    /// Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
    /// </summary>
    /// <exception cref="ArgumentException">A secret is too short.</exception>
    public static bool IsHubSigned(Func<string, string> header, byte[] body, IReadOnlyList<string> secrets)
    {
        string given = header("x-hub-signature-256");
        if (given == null) return false;
        foreach (string secret in secrets)
        {
            if (secret.Length < ShortestKey) throw new ArgumentException("the secret must have 24 characters or more");
            byte[] mac = Hmac(Encoding.UTF8.GetBytes(secret), body);
            string expected = "sha256=" + BitConverter.ToString(mac).Replace("-", "").ToLowerInvariant();
            if (IsEqual(given, expected)) return true;
        }
        return false;
    }

    /// <summary>The key of a secret. With an empty secret anybody can sign.</summary>
    private static byte[] KeyOf(string secret)
    {
        byte[] key = secret.StartsWith("whsec_") ? Convert.FromBase64String(secret.Substring("whsec_".Length)) : new byte[0];
        if (key.Length >= ShortestKey) return key;
        throw new ArgumentException("the secret must be whsec_ and the Base64 of 24 bytes or more");
    }

    private static byte[] Hmac(byte[] key, byte[] data)
    {
        using (var hash = new HMACSHA256(key)) return hash.ComputeHash(data);
    }

    private static bool IsEqual(string given, string expected)
    {
        return CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), Encoding.UTF8.GetBytes(expected));
    }
}
